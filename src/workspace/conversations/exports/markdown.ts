// Parses Markdown for the HTML export.
import { setImmediate as giveWay } from 'node:timers/promises'
import { micromark, type Options } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { runWithTimeout } from '../../concurrency/run-with-timeout'

type HtmlExtension = NonNullable<Options['htmlExtensions']>[number]

/** To make it again takes as long as to read a short text. */
const extensions = [gfm()]
/** Milliseconds. A piece that takes longer to be read as Markdown is written as it is. */
const timeoutMs = 2000

/**
 * Safe as it is: HTML in the text is shown as text, and no link leads to a script. Gives way between two pieces: an
 * answer of a megabyte must not keep everything else waiting. Footnotes of two texts with two prefixes do not meet.
 */
export async function* renderMarkdown(text: string, prefix: string): AsyncGenerator<string> {
  const chunks = cutMarkdown(text)
  if (chunks.length < 2) {
    yield `${renderChunk(chunks[0] ?? { text, definitions: [] }, [gfmHtml({ clobberPrefix: `${prefix}-` })])}\n`
    await giveWay()
    return
  }
  const footnotes = createFootnotes(prefix)
  for (const chunk of chunks) {
    yield `${renderChunk(chunk, footnotes.inChunks)}\n`
    await giveWay()
  }
  yield `${micromark('', { extensions, htmlExtensions: footnotes.atEnd })}\n`
}

function renderChunk({ text, definitions }: MarkdownChunk, htmlExtensions: HtmlExtension[]): string {
  try {
    return runWithTimeout(timeoutMs, () =>
      micromark([text, ...definitions].join('\n\n'), { extensions, htmlExtensions }),
    )
  } catch {
    // It takes too long, or is nested too deeply.
    return `<pre>${escapeHtml(text)}</pre>`
  }
}

interface Footnotes {
  /** Counts the calls, and keeps what they lead to. */
  readonly inChunks: HtmlExtension[]
  /** Writes what was kept. */
  readonly atEnd: HtmlExtension[]
}

function createFootnotes(prefix: string): Footnotes {
  const references: string[] = []
  const counts: Record<string, number> = {}
  const definitions: Record<string, string> = {}
  const html = gfmHtml({ clobberPrefix: `${prefix}-` })
  const shareState: HtmlExtension = {
    enter: {
      null() {
        this.setData('gfmFootnoteCallOrder', references)
        this.setData('gfmFootnoteCallCounts', counts)
        // The first one of a name holds: those of later pieces are the same.
        this.setData('gfmFootnoteDefinitions', definitions)
      },
    },
  }
  const withoutFootnotes: HtmlExtension = { exit: { null: () => undefined } }
  return { inChunks: [html, shareState, withoutFootnotes], atEnd: [html, shareState] }
}

interface MarkdownChunk {
  readonly text: string
  /** What the text names and is defined elsewhere. */
  readonly definitions: readonly string[]
}

/** Letters: micromark takes more than twice as long for a text that is twice as long. */
const minChunkLength = 4000
/** A list that is longer is cut between two of its items, although that makes two lists of it. */
const maxListLength = 24_000

/** What cannot continue with a list, a quote or a block of code above the empty line before it. */
const startsBlock = /^(#{1,6} |`{3,}|~{3,}|[\p{L}"'(*_[]{1,2}(?!\s))/u
const item = /^(?:[-*+]|\d{1,9}[.)]) +\S/

/** One whose definitions cannot be told apart from the rest is not cut. */
export function cutMarkdown(text: string): MarkdownChunk[] {
  if (text.length <= minChunkLength) return [{ text, definitions: [] }]
  const extracted = extractDefinitions(text)
  if (!extracted) return [{ text, definitions: [] }]
  return cutBlocks(extracted.body).map((chunk) => ({ text: chunk, definitions: findReferenced(chunk, extracted.definitions) }))
}

/** Together they are the text. */
function cutBlocks(text: string): string[] {
  const chunks: string[] = []
  let start = 0
  let open: string | undefined
  let afterEmpty = false
  let inList = false
  let at = 0
  for (const line of text.split('\n')) {
    const length = at - start
    const isNew = afterEmpty && startsBlock.test(line)
    const isItem = item.test(line)
    const mayCut = (isNew && length >= minChunkLength) || (isItem && inList && length >= maxListLength)
    if (open === undefined && mayCut) {
      chunks.push(text.slice(start, at))
      start = at
    }
    if (isNew || isItem) inList = isItem
    open = nextFence(line, open)
    afterEmpty = line.trim() === ''
    at += line.length + 1
  }
  return [...chunks, text.slice(start)]
}

/** By their names. */
type Definitions = ReadonlyMap<string, string>

interface ExtractedDefinitions {
  /** What is left of the text. */
  readonly body: string
  readonly definitions: Definitions
}

const definitionStart = /^ {0,3}\[(\^?[^[\]\\\n]+)\]:/
const possibleDefinition = /^ {0,3}\[[^\]\n]+\]:/
const indented = /^(?: {4}|\t)/

/** Undefined if one is so that only a whole reading tells where it begins or ends. */
function extractDefinitions(text: string): ExtractedDefinitions | undefined {
  const definitions = new Map<string, string>()
  const body: string[] = []
  let fence: string | undefined
  let current: { readonly name: string; readonly lines: string[] } | undefined
  let before = ''
  const close = () => {
    if (current && !definitions.has(current.name)) definitions.set(current.name, current.lines.join('\n'))
    current = undefined
  }
  for (const line of text.split('\n')) {
    const isEmpty = line.trim() === ''
    const name = fence === undefined ? definitionStart.exec(line)?.[1] : undefined
    if (name === undefined && fence === undefined && possibleDefinition.test(line)) return undefined
    if (name !== undefined) {
      if (before.trim() !== '' && !current) return undefined
      close()
      current = { name: normalizeLabel(name), lines: [line] }
    } else if (current && (isEmpty || (indented.test(line) && current.name.startsWith('^')))) {
      current.lines.push(line)
    } else {
      // It might continue in this line, or be followed by it.
      if (current && before.trim() !== '') return undefined
      close()
      fence = nextFence(line, fence)
      body.push(line)
    }
    before = line
  }
  close()
  return { body: body.join('\n'), definitions }
}

const reference = /\[(\^?[^[\]]{1,999})\]/g

/** Those that the text names, and those that they name in turn. */
function findReferenced(text: string, definitions: Definitions): string[] {
  const found = new Map<string, string>()
  const waiting = [text]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, label = ''] of next.matchAll(reference)) {
      const name = normalizeLabel(label)
      const definition = definitions.get(name)
      if (definition === undefined || found.has(name)) continue
      found.set(name, definition)
      waiting.push(definition)
    }
  }
  return [...found.values()]
}

/** As the language compares them. */
function normalizeLabel(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase()
}

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** The marks of the fence that is open after this line. */
function nextFence(line: string, open: string | undefined): string | undefined {
  const [, marks, rest = ''] = fence.exec(line) ?? []
  if (marks === undefined) return open
  if (open === undefined) return marks
  return marks.startsWith(open) && rest.trim() === '' ? undefined : open
}

/** Ends a block of code that an answer was cut off in: all that follows would be taken into it. */
export function closeFence(text: string): string {
  let open: string | undefined
  for (const line of text.split('\n')) open = nextFence(line, open)
  return open === undefined ? text : `${text}\n${open}`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
