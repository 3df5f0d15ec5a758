// Recognizes what a line of Markdown opens or closes, as far as splitting a text into blocks requires.

export interface Fence {
  readonly character: string
  readonly length: number
  /** In a list item, whose closing line may be indented further. */
  readonly nested: boolean
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
  return { character: found[1].slice(0, 1), length: found[1].length, nested }
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

/** The name of the element that a line of raw HTML leaves open; `!--` for a comment. */
export function readOpenTag(line: string): string | null {
  if (/^ {0,3}<!--/.test(line)) return line.includes('-->') ? null : '!--'
  const name = /^ {0,3}<([a-z][a-z0-9-]*)(?=[\s>/]|$)/i.exec(line)?.[1]?.toLowerCase()
  if (!name || voidTags.has(name)) return null
  return countTag(line, name) > 0 ? name : null
}

/** How many of these elements a line opens minus how many it closes. */
export function countTag(line: string, name: string): number {
  if (name === '!--') return line.includes('-->') ? -1 : 0
  const opened = line.match(new RegExp(`<${name}(?=[\\s>]|$)`, 'gi'))?.length ?? 0
  return opened - (line.match(new RegExp(`</${name}\\s*>`, 'gi'))?.length ?? 0)
}

const voidTags = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])

interface FencedBlock {
  readonly language: string
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
  const language = first.slice(fence.length).trim().split(/\s/, 1)[0] ?? ''
  if (end < 0) return { language, code: '', isClosed: false }
  const body = block.slice(end + 1)
  const trimmed = body.trimEnd()
  const lastLineAt = trimmed.lastIndexOf('\n') + 1
  const isClosed = closesFence(trimmed.slice(lastLineAt), fence)
  const code = (isClosed ? body.slice(0, lastLineAt) : body).replace(/\n$/, '')
  return { language, code, isClosed }
}
