// Recognizes what a line of Markdown opens or closes, as far as splitting a text into blocks requires.
import { htmlTagNames, inlineNames } from './html-tags'

export interface Fence {
  readonly character: string
  readonly length: number
  /** In a list item, whose closing line may be indented further. */
  readonly nested: boolean
  /** A Markdown document, which may contain fenced code itself. */
  readonly isDocument: boolean
  /** The fenced code within the document that is open. */
  readonly inner?: Fence | undefined
}

const containerMarks = /^(?:\s*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)))*/
const listMark = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/

export function isBlank(line: string): boolean {
  return line.trim() === ''
}

export function isListItem(line: string): boolean {
  return listMark.test(line)
}

export function isHeading(line: string): boolean {
  return /^#{1,6}(?:\s|$)/.test(line)
}

/** Columns before the first character; a tab counts as four. */
export function readIndent(line: string): number {
  const space = /^[ \t]*/.exec(line)?.[0] ?? ''
  return space.replaceAll('\t', '    ').length
}

export function readFence(line: string, inList: boolean): Fence | null {
  const marks = containerMarks.exec(line)?.[0] ?? ''
  if (marks.includes('>')) return null
  const rest = line.slice(marks.length)
  const indent = readIndent(rest)
  const nested = inList && (marks !== '' || indent > 0)
  if (!nested && indent > 3) return null
  const found = /^\s*(`{3,}|~{3,})(.*)$/.exec(rest)
  if (!found?.[1] || (found[1][0] === '`' && found[2]?.includes('`'))) return null
  const isDocument = /^(?:markdown|md)$/i.test(found[2]?.trim() ?? '')
  return { character: found[1].slice(0, 1), length: found[1].length, nested, isDocument }
}

/**
 * The open code after one more line, or null if the line closes it. By CommonMark, the first fence within a document
 * would end it; here, code with a language in it does not.
 */
export function continueFence(line: string, fence: Fence): Fence | null {
  const { inner, isDocument } = fence
  if (inner) return { ...fence, inner: continueFence(line, inner) ?? undefined }
  if (closesFence(line, fence)) return null
  const opened = isDocument ? readFence(line, fence.nested) : null
  const wouldClose = opened?.character === fence.character && opened.length >= fence.length
  return opened && wouldClose ? { ...fence, inner: opened } : fence
}

export function closesFence(line: string, { character, length, nested }: Fence): boolean {
  const trimmed = line.trim()
  if (trimmed.length < length || (!nested && readIndent(line) > 3)) return false
  return trimmed === character.repeat(trimmed.length)
}

/** The closing delimiter of math that starts on this line and continues after it. */
export function readOpenMath(line: string): '$$' | '\\]' | null {
  const rest = line.slice(containerMarks.exec(line)?.[0].length ?? 0).trimStart()
  const end = rest.startsWith('$$') ? '$$' : rest.startsWith('\\[') ? '\\]' : null
  return end && !rest.includes(end, 2) ? end : null
}

/** The name of the element that a line of raw HTML leaves open. */
export function readOpenTag(line: string): string | null {
  const name = /^ {0,3}<([a-z][a-z0-9-]*)(?=[\s>/]|$)/i.exec(line)?.[1]?.toLowerCase()
  if (!name || !htmlTagNames.has(name) || inlineNames.has(name) || voidTags.has(name)) return null
  return countTag(line, name) > 0 ? name : null
}

/** How many of these elements a line opens minus how many it closes. */
export function countTag(line: string, name: string): number {
  const opened = line.match(new RegExp(`<${name}(?=[\\s>]|$)`, 'gi'))?.length ?? 0
  return opened - (line.match(new RegExp(`</${name}\\s*>`, 'gi'))?.length ?? 0)
}

const voidTags = new Set(['br', 'hr', 'img', 'input'])

interface FencedBlock {
  readonly language: string
  /** What follows the language, such as `title="app.js"`. */
  readonly details: string
  readonly code: string
  readonly isClosed: boolean
}

/** A block of fenced code needs no Markdown parser. Returns null for any other block. */
export function readFencedBlock(text: string): FencedBlock | null {
  const blank = /^(?:[ \t]*\n)*/.exec(text)?.[0].length ?? 0
  const block = text.slice(blank)
  if (!/^(```|~~~)/.test(block)) return null
  const end = block.indexOf('\n')
  const first = end < 0 ? block : block.slice(0, end)
  const fence = readFence(first, false)
  if (!fence) return null
  const info = first.slice(fence.length).trim()
  const language = info.split(/\s/, 1)[0] ?? ''
  const details = info.slice(language.length).trim()
  if (end < 0) return { language, details, code: '', isClosed: false }
  const body = block.slice(end + 1)
  const bodyEnd = body.trimEnd()
  const lastLineAt = bodyEnd.lastIndexOf('\n') + 1
  const isClosed = isClosedBy(fence, bodyEnd)
  const code = (isClosed ? body.slice(0, lastLineAt) : body).replace(/\n$/, '')
  return { language, details, code, isClosed }
}

function isClosedBy(fence: Fence, body: string): boolean {
  const lines = body.split('\n')
  // Only documents contain other fences, so the last line suffices for all other code.
  const relevant = fence.isDocument ? lines : lines.slice(-1)
  let open: Fence | null = fence
  for (const line of relevant) open = open && continueFence(line, open)
  return open === null
}
