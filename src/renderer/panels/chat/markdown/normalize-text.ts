// Distinguishes math from prices and HTML from text, and ends bare URLs at CJK punctuation, before Markdown is parsed.
import remend from 'remend'
import { createHtmlTest } from './html-tags'
import { closesFence, isBlank, readFence } from './markdown-lines'

/** Noncharacters that mask a character from the Markdown parser until `restoreMasked`. */
const dollar = '\uFDD0'
const pipe = '\uFDD1'
const placeholder = '\uFDD2'
const lessThan = '\uFDD3'
/** Before and after what `closeBareUrls` makes of a URL. */
const insertionMark = '\uFDD4'

const maxMathLength = 10_000
const maxInlineLength = 400

interface MathSpan {
  readonly open: number
  readonly close: number
  /** Length of its delimiters. */
  readonly width: 1 | 2
  readonly display: boolean
}

/**
 * `\(…\)` and `$…$` become `$…$`, `\[…\]` and `$$…$$` become `$$…$$`; masks every other dollar, and each `<` that does
 * not start HTML. `mayContinue`: the text is still being received.
 */
export function normalizeText(text: string, mayContinue = false): string {
  if (!/[$\\<]/.test(text)) return text
  const isHtml = createHtmlTest(text, mayContinue)
  let normalized = ''
  let at = 0
  while (at < text.length) {
    const code = skipCode(text, at)
    if (code > at) {
      normalized += text.slice(at, code)
      at = code
      continue
    }
    const math = readMath(text, at)
    if (math) {
      normalized += writeMath(text, math)
      at = math.close + math.width
      continue
    }
    const escaped = text[at] === '\\' && at + 1 < text.length
    normalized += escaped ? text.slice(at, at + 2) : maskCharacter(text, at, isHtml)
    at += escaped ? 2 : 1
  }
  return normalized
}

function maskCharacter(text: string, at: number, isHtml: (at: number) => boolean): string {
  const character = text.charAt(at)
  if (character === '$') return dollar
  return character === '<' && !isHtml(at) ? lessThan : character
}

/** Closes emphasis, code and links at the end of text that is cut off. Never removes or replaces text. */
export function closeMarks(text: string): string {
  const closed = remend(text, { htmlTags: false, singleTilde: false, comparisonOperators: false })
  return closed.startsWith(text) ? closed : text
}

/** A link of `closeBareUrls` that was not read, such as one in HTML. */
const insertedLink = /\uFDD4(?:<([^>]*)>|\[([^\]]*)\]\([^)]*\))\uFDD4/g

/** Whole, because its end may be followed by the dollar of other math. */
const inlineMath = /\uFDD2\$([^$\uFDD2]*)\$\uFDD2/g

/** Restores the characters that `normalizeText` has masked, and the text before `closeBareUrls`. */
export function restoreMasked(text: string): string {
  if (!/[\uFDD0-\uFDD4]/.test(text)) return text
  return text
    .replace(insertedLink, '$1$2')
    .replaceAll(insertionMark, '')
    .replace(inlineMath, '\\($1\\)')
    .replaceAll(`${placeholder}$`, '\\(')
    .replaceAll(`$${placeholder}`, '\\)')
    .replaceAll(dollar, '$')
    .replaceAll(pipe, '|')
    .replaceAll(placeholder, '')
    .replaceAll(lessThan, '<')
}

/** Returns the end of the code that starts at `at`, or `at` itself if there is no code. */
function skipCode(text: string, at: number): number {
  const isLineStart = at === 0 || text[at - 1] === '\n'
  if (isLineStart) {
    const fence = readFence(lineAt(text, at), true)
    if (fence) {
      let next = endOfLine(text, at)
      while (next < text.length && !closesFence(lineAt(text, next), fence)) next = endOfLine(text, next)
      return endOfLine(text, next)
    }
  }
  if (text[at] !== '`') return at
  const run = /^`+/.exec(text.slice(at, at + 100))?.[0] ?? '`'
  let close = text.indexOf(run, at + run.length)
  while (close >= 0 && (text[close + run.length] === '`' || text[close - 1] === '`')) {
    close = text.indexOf(run, close + 1)
  }
  return close < 0 || hasBlankLine(text.slice(at, close)) ? at : close + run.length
}

function readMath(text: string, at: number): MathSpan | null {
  const two = text.slice(at, at + 2)
  if (two === '\\(') return findEnd(text, { at, end: '\\)', display: false })
  if (two === '\\[') return findEnd(text, { at, end: '\\]', display: true })
  if (two === '$$')
    return text[at + 2] === '$' || text[at - 1] === '$'
      ? null
      : findEnd(text, { at, end: '$$', display: true })
  return text[at] === '$' ? findDollar(text, at) : null
}

/** Math at the start of a line may contain blank lines; other math ends with its paragraph. */
function findEnd(
  text: string,
  { at, end, display }: { at: number; end: string; display: boolean },
): MathSpan | null {
  const close = text.indexOf(end, at + 2)
  if (close < 0 || close - at > maxMathLength) return null
  const inside = text.slice(at + 2, close)
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  const mayHoldBlank = display && /^[\s>]*$/.test(before)
  if (isBlank(inside) || (!mayHoldBlank && hasBlankLine(inside))) return null
  return { open: at, close, width: 2, display }
}

/** A pair of single dollars under Pandoc's rules, with stricter ones for prices and names of variables. */
function findDollar(text: string, at: number): MathSpan | null {
  if (/[\w$\\]/.test(text[at - 1] ?? '') || /[\s$]/.test(text[at + 1] ?? ' ')) return null
  const line = text.slice(at + 1, at + 1 + maxInlineLength).split('\n', 1)[0] ?? ''
  for (let close = line.indexOf('$'); close > 0; close = line.indexOf('$', close + 1)) {
    if (line[close - 1] === '\\') continue
    if (/\s/.test(line[close - 1] ?? ' ') || /[\w$]/.test(line[close + 1] ?? '')) return null
    const inside = line.slice(0, close)
    return looksLikePrice(inside) ? null : { open: at, close: at + 1 + close, width: 1, display: false }
  }
  return null
}

/** `5, not 10` or `20 off`: a number followed by words, without any math symbol. */
function looksLikePrice(inside: string): boolean {
  return /^[\d.,]+\s*[^\d\s.,]/.test(inside) && /\s/.test(inside) && !/[\\^_={}+<>*/]/.test(inside)
}

function writeMath(text: string, { open, close, width, display }: MathSpan): string {
  const isQuoted = /^\s*>/.test(lineAt(text, text.lastIndexOf('\n', open - 1) + 1))
  const continuation = isQuoted ? /\n[ \t>]*/g : /\n/g
  const inside = text
    .slice(open + width, close)
    .replace(continuation, (found) => ' '.repeat(found.length))
    .replaceAll('\r', ' ')
    .replaceAll('$', dollar)
    .replaceAll('|', pipe)
    .replaceAll('<', lessThan)
  if (display) return `$$${inside}$$`
  return width === 1 ? `$${inside}$` : `${placeholder}$${inside}$${placeholder}`
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(at, end < 0 ? text.length : end)
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

function hasBlankLine(text: string): boolean {
  return /\n[ \t>]*\n/.test(text)
}

/** CJK punctuation and full-width forms. */
const urlEnd = '\\u3000-\\u303F\\uFF01-\\uFF0F\\uFF1A-\\uFF20\\uFF3B-\\uFF40\\uFF5B-\\uFF65“”‘’…—'
const bareUrl = new RegExp(`(?:https?://|www\\.)[^\\s<>\\uFDD3${urlEnd}]+(?=[${urlEnd}])`, 'iy')
const hasBareUrl = new RegExp(bareUrl.source, 'i')

/** Text that was inserted before a position. */
interface Insertion {
  readonly at: number
  readonly length: number
  /** What precedes the position belongs before the inserted text. */
  readonly isEnd: boolean
}

interface ClosedText {
  readonly text: string
  readonly insertions: readonly Insertion[]
}

/** Makes links of them that say where they end. */
export function closeBareUrls(text: string): ClosedText {
  if (!hasBareUrl.test(text)) return { text, insertions: [] }
  const insertions: Insertion[] = []
  let closed = ''
  for (let at = 0; at < text.length; ) {
    const code = skipCode(text, at)
    const url = code > at ? '' : readBareUrl(text, at)
    const next = code > at ? code : at + (url.length || 1)
    const [before, after] = url ? toDelimiters(url) : ['', '']
    closed += before + text.slice(at, next) + after
    if (url)
      insertions.push(
        { at, length: before.length, isEnd: false },
        { at: next, length: after.length, isEnd: true },
      )
    at = next
  }
  return { text: closed, insertions }
}

function toDelimiters(url: string): [before: string, after: string] {
  const [before, after] = /^http/i.test(url) ? ['<', '>'] : ['[', `](<http://${url}>)`]
  return [insertionMark + before, after + insertionMark]
}

/** Where a position of the text is after `closeBareUrls`. */
export function movePosition(position: number, insertions: readonly Insertion[]): number {
  const before = insertions.filter(({ at, isEnd }) => at < position || (isEnd && at === position))
  return before.reduce((moved, { length }) => moved + length, position)
}

/** Empty if there is none, or if it is the address of a link, an attribute, or a definition. */
function readBareUrl(text: string, at: number): string {
  if (/(?:[a-z\d<]|\]\(|\]:[ \t]*|=["']?)$/i.test(text.slice(Math.max(0, at - 20), at))) return ''
  bareUrl.lastIndex = at
  const url = (bareUrl.exec(text)?.[0] ?? '').replace(/[.,;:!?'"*_~]+$/, '')
  return url.includes('(') ? url : url.replace(/\)+$/, '')
}
