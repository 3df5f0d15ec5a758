// Parses Markdown for the HTML export.
import { setImmediate as giveWay } from 'node:timers/promises'
import { micromark, type Options } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { runWithTimeout } from '../../concurrency/run-with-timeout'

type HtmlExtension = NonNullable<Options['htmlExtensions']>[number]

/** To make it again takes as long as to read a short text. */
const extensions = [gfm()]
/** Milliseconds. A piece that takes longer to be read as Markdown is written as it is. */
const patience = 2000

/**
 * Safe as it is: HTML in the text is shown as text, and no link leads to a script. Gives way between two pieces: an
 * answer of a megabyte must not keep everything else waiting. Footnotes of two texts with two prefixes do not meet.
 */
export async function* readMarkdown(text: string, prefix: string): AsyncGenerator<string> {
  const pieces = cutMarkdown(text)
  if (pieces.length < 2) {
    yield `${readPiece(pieces[0] ?? { text, named: [] }, [gfmHtml({ clobberPrefix: `${prefix}-` })])}\n`
    await giveWay()
    return
  }
  const notes = createFootnotes(prefix)
  for (const piece of pieces) {
    yield `${readPiece(piece, notes.within)}\n`
    await giveWay()
  }
  yield `${micromark('', { extensions, htmlExtensions: notes.atEnd })}\n`
}

function readPiece({ text, named }: MarkdownPiece, htmlExtensions: HtmlExtension[]): string {
  try {
    return runWithTimeout(patience, () =>
      micromark([text, ...named].join('\n\n'), { extensions, htmlExtensions }),
    )
  } catch {
    // It takes too long, or is nested too deeply.
    return `<pre>${escapeHtml(text)}</pre>`
  }
}

interface Footnotes {
  /** Counts the calls, and keeps what they lead to. */
  readonly within: HtmlExtension[]
  /** Writes what was kept. */
  readonly atEnd: HtmlExtension[]
}

function createFootnotes(prefix: string): Footnotes {
  const calls: string[] = []
  const counts: Record<string, number> = {}
  const definitions: Record<string, string> = {}
  const html = gfmHtml({ clobberPrefix: `${prefix}-` })
  const begin: HtmlExtension = {
    enter: {
      null() {
        this.setData('gfmFootnoteCallOrder', calls)
        this.setData('gfmFootnoteCallCounts', counts)
        // The first one of a name holds: those of later pieces are the same.
        this.setData('gfmFootnoteDefinitions', definitions)
      },
    },
  }
  const silent: HtmlExtension = { exit: { null: () => undefined } }
  return { within: [html, begin, silent], atEnd: [html, begin] }
}

interface MarkdownPiece {
  readonly text: string
  /** What the text names and is defined elsewhere. */
  readonly named: readonly string[]
}

/** Letters: micromark takes more than twice as long for a text that is twice as long. */
const minPiece = 4000
/** A list that is longer is cut between two of its items, although that makes two lists of it. */
const longList = 24_000

/** What cannot continue with a list, a quote or a block of code above the empty line before it. */
const beginsAnew = /^(#{1,6} |`{3,}|~{3,}|[\p{L}"'(*_[]{1,2}(?!\s))/u
const item = /^(?:[-*+]|\d{1,9}[.)]) +\S/

/** One whose definitions cannot be told apart from the rest is not cut. */
export function cutMarkdown(text: string): MarkdownPiece[] {
  if (text.length <= minPiece) return [{ text, named: [] }]
  const taken = takeDefinitions(text)
  if (!taken) return [{ text, named: [] }]
  return cutBlocks(taken.body).map((piece) => ({ text: piece, named: findNamed(piece, taken.definitions) }))
}

/** Together they are the text. */
function cutBlocks(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  let open: string | undefined
  let afterEmpty = false
  let inList = false
  let at = 0
  for (const line of text.split('\n')) {
    const length = at - start
    const isNew = afterEmpty && beginsAnew.test(line)
    const isItem = item.test(line)
    const mayCut = (isNew && length >= minPiece) || (isItem && inList && length >= longList)
    if (open === undefined && mayCut) {
      pieces.push(text.slice(start, at))
      start = at
    }
    if (isNew || isItem) inList = isItem
    open = followFence(line, open)
    afterEmpty = line.trim() === ''
    at += line.length + 1
  }
  return [...pieces, text.slice(start)]
}

/** By their names. */
type Definitions = ReadonlyMap<string, string>

interface TakenApart {
  /** What is left of the text. */
  readonly body: string
  readonly definitions: Definitions
}

const begins = /^ {0,3}\[(\^?[^[\]\\\n]+)\]:/
const looksLikeOne = /^ {0,3}\[[^\]\n]+\]:/
const indented = /^(?: {4}|\t)/

/** Undefined if one is so that only a whole reading tells where it begins or ends. */
function takeDefinitions(text: string): TakenApart | undefined {
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
    const name = fence === undefined ? begins.exec(line)?.[1] : undefined
    if (name === undefined && fence === undefined && looksLikeOne.test(line)) return undefined
    if (name !== undefined) {
      if (before.trim() !== '' && !current) return undefined
      close()
      current = { name: toName(name), lines: [line] }
    } else if (current && (isEmpty || (indented.test(line) && current.name.startsWith('^')))) {
      current.lines.push(line)
    } else {
      // It might continue in this line, or be followed by it.
      if (current && before.trim() !== '') return undefined
      close()
      fence = followFence(line, fence)
      body.push(line)
    }
    before = line
  }
  close()
  return { body: body.join('\n'), definitions }
}

const mention = /\[(\^?[^[\]]{1,999})\]/g

/** Those that the text names, and those that they name in turn. */
function findNamed(text: string, definitions: Definitions): string[] {
  const found = new Map<string, string>()
  const waiting = [text]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, mentioned = ''] of next.matchAll(mention)) {
      const name = toName(mentioned)
      const definition = definitions.get(name)
      if (definition === undefined || found.has(name)) continue
      found.set(name, definition)
      waiting.push(definition)
    }
  }
  return [...found.values()]
}

/** As the language compares them. */
function toName(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase()
}

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** The marks of the fence that is open after this line. */
function followFence(line: string, open: string | undefined): string | undefined {
  const [, marks, rest = ''] = fence.exec(line) ?? []
  if (marks === undefined) return open
  if (open === undefined) return marks
  return marks.startsWith(open) && rest.trim() === '' ? undefined : open
}

/** Ends a block of code that an answer was cut off in: all that follows would be taken into it. */
export function closeFence(text: string): string {
  let open: string | undefined
  for (const line of text.split('\n')) open = followFence(line, open)
  return open === undefined ? text : `${text}\n${open}`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
