// Renders Markdown for the HTML export, in chunks if it is long.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { micromark, type Options } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { runWithTimeout } from '../../concurrency/run-with-timeout'

type HtmlExtension = NonNullable<Options['htmlExtensions']>[number]

/** Shared, because creating it takes as long as rendering a short text. */
const extensions = [gfm()]
/** A chunk that takes longer to render is written as plain text. */
const timeoutMs = 2000

/**
 * The result is safe: HTML in the text is escaped, and no link runs a script. Yields to the event loop between chunks, so
 * that a long answer does not block it. The prefix keeps the footnotes of two texts apart.
 */
export async function* renderMarkdown(text: string, prefix: string): AsyncGenerator<string> {
  const chunks = cutMarkdown(text)
  if (chunks.length < 2) {
    yield `${renderChunk(chunks[0] ?? { text, definitions: [] }, [gfmHtml({ clobberPrefix: `${prefix}-` })])}\n`
    await yieldToEventLoop()
    return
  }
  const footnotes = createFootnotes(prefix)
  for (const chunk of chunks) {
    yield `${renderChunk(chunk, footnotes.inChunks)}\n`
    await yieldToEventLoop()
  }
  yield `${micromark('', { extensions, htmlExtensions: footnotes.atEnd })}\n`
}

function renderChunk({ text, definitions }: MarkdownChunk, htmlExtensions: HtmlExtension[]): string {
  try {
    return runWithTimeout(timeoutMs, () =>
      micromark([text, ...definitions].join('\n\n'), { extensions, htmlExtensions }),
    )
  } catch {
    // The text takes too long, or is nested too deeply.
    return `<pre>${escapeHtml(text)}</pre>`
  }
}

interface Footnotes {
  /** Counts the references, and collects the definitions. */
  readonly inChunks: HtmlExtension[]
  /** Writes the collected footnotes. */
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
        // The first definition of a label wins; later chunks repeat it.
        this.setData('gfmFootnoteDefinitions', definitions)
      },
    },
  }
  const withoutFootnotes: HtmlExtension = { exit: { null: () => undefined } }
  return { inChunks: [html, shareState, withoutFootnotes], atEnd: [html, shareState] }
}

interface MarkdownChunk {
  readonly text: string
  /** The definitions that the text refers to. */
  readonly definitions: readonly string[]
}

/** In characters. Chunks are short, because micromark's time grows faster than the length. */
const minChunkLength = 4000
/** A longer list is cut between two items, although that makes two lists. */
const maxListLength = 24_000

/** A line that, after an empty line, cannot continue a list, a quote or a block of code. */
const startsBlock = /^(#{1,6} |`{3,}|~{3,}|[\p{L}"'(*_[]{1,2}(?!\s))/u
const item = /^(?:[-*+]|\d{1,9}[.)]) +\S/

/** Does not cut a text if its definitions cannot be separated with certainty. */
export function cutMarkdown(text: string): MarkdownChunk[] {
  if (text.length <= minChunkLength) return [{ text, definitions: [] }]
  const extracted = extractDefinitions(text)
  if (!extracted) return [{ text, definitions: [] }]
  return cutBlocks(extracted.body).map((chunk) => ({
    text: chunk,
    definitions: findReferenced(chunk, extracted.definitions),
  }))
}

/** The chunks joined are the text. */
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

/** By label. */
type Definitions = ReadonlyMap<string, string>

interface ExtractedDefinitions {
  /** The text without the definitions. */
  readonly body: string
  readonly definitions: Definitions
}

/** A label has at most 999 characters. */
const definitionStart = /^ {0,3}\[(\^?[^[\]\\\n]{1,999})\]:/
const possibleDefinition = /^ {0,3}\[[^\]\n]{1,1000}\]:/
const indented = /^(?: {4}|\t)/

/** Returns undefined if only a full parse could find where a definition starts or ends. */
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
      // The definition might continue in this line.
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

/** The definitions that the text refers to, directly or indirectly. */
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

/** Normalizes as CommonMark compares labels. */
function normalizeLabel(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase()
}

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** The fence that is open after this line. */
function nextFence(line: string, open: string | undefined): string | undefined {
  const [, marks, rest = ''] = fence.exec(line) ?? []
  if (marks === undefined) return open
  if (open === undefined) return marks
  return marks.startsWith(open) && rest.trim() === '' ? undefined : open
}

/** Closes an unfinished block of code, which would include everything after it. */
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
