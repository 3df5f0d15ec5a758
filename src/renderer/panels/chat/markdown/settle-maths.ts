// Decides what of a text is maths and what is a price, without moving a character: places stay what they were.
import { closesFence, isBlank, readFence } from './read-line'

/** Noncharacters: they stand for a sign that Markdown must not read, and are turned back by `restoreSigns`. */
const dollar = '\uFDD0'
const pipe = '\uFDD1'
const nothing = '\uFDD2'

const longestMaths = 10_000
const longestInline = 400

interface Maths {
  readonly open: number
  readonly close: number
  /** Length of its delimiters. */
  readonly width: 1 | 2
  readonly display: boolean
}

/** `\(…\)` and what looks like `$…$` become `$…$`, `\[…\]` and `$$…$$` become `$$…$$`; every other dollar is hidden. */
export function settleMaths(text: string): string {
  if (!/[$\\]/.test(text)) return text
  let settled = ''
  let at = 0
  while (at < text.length) {
    const code = skipCode(text, at)
    if (code > at) {
      settled += text.slice(at, code)
      at = code
      continue
    }
    const maths = readMaths(text, at)
    if (maths) {
      settled += writeMaths(text, maths)
      at = maths.close + maths.width
      continue
    }
    const escaped = text[at] === '\\' && at + 1 < text.length
    settled += escaped ? text.slice(at, at + 2) : text[at] === '$' ? dollar : text[at]
    at += escaped ? 2 : 1
  }
  return settled
}

/** The signs that were hidden, as they were written. */
export function restoreSigns(settled: string): string {
  if (!/[\uFDD0-\uFDD2]/.test(settled)) return settled
  return settled.replaceAll(dollar, '$').replaceAll(pipe, '|').replaceAll(nothing, '')
}

/** Where the code that begins at `at` ends; `at` itself where none begins. */
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

function readMaths(text: string, at: number): Maths | null {
  const two = text.slice(at, at + 2)
  if (two === '\\(') return findEnd(text, { at, end: '\\)', display: false })
  if (two === '\\[') return findEnd(text, { at, end: '\\]', display: true })
  if (two === '$$')
    return text[at + 2] === '$' || text[at - 1] === '$'
      ? null
      : findEnd(text, { at, end: '$$', display: true })
  return text[at] === '$' ? findDollar(text, at) : null
}

/** Maths that stands at the beginning of its line may hold blank lines; other maths ends with its paragraph. */
function findEnd(
  text: string,
  { at, end, display }: { at: number; end: string; display: boolean },
): Maths | null {
  const close = text.indexOf(end, at + 2)
  if (close < 0 || close - at > longestMaths) return null
  const inside = text.slice(at + 2, close)
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  const mayHoldBlank = display && /^[\s>]*$/.test(before)
  if (isBlank(inside) || (!mayHoldBlank && hasBlankLine(inside))) return null
  return { open: at, close, width: 2, display }
}

/** A pair of single dollars as Pandoc reads it, and stricter where it could be prices or names of variables. */
function findDollar(text: string, at: number): Maths | null {
  if (/[\w$\\]/.test(text[at - 1] ?? '') || /[\s$]/.test(text[at + 1] ?? ' ')) return null
  const line = text.slice(at + 1, at + 1 + longestInline).split('\n', 1)[0] ?? ''
  for (let close = line.indexOf('$'); close > 0; close = line.indexOf('$', close + 1)) {
    if (line[close - 1] === '\\') continue
    if (/\s/.test(line[close - 1] ?? ' ') || /[\w$]/.test(line[close + 1] ?? '')) return null
    const inside = line.slice(0, close)
    return looksLikePrice(inside) ? null : { open: at, close: at + 1 + close, width: 1, display: false }
  }
  return null
}

/** `5, not 10` or `20 off`: begins as a number and goes on in words, with no sign of maths. */
function looksLikePrice(inside: string): boolean {
  return /^[\d.,]+\s*[^\d\s.,]/.test(inside) && /\s/.test(inside) && !/[\\^_={}+<>*/]/.test(inside)
}

function writeMaths(text: string, { open, close, width, display }: Maths): string {
  const isQuoted = /^\s*>/.test(lineAt(text, text.lastIndexOf('\n', open - 1) + 1))
  const continuation = isQuoted ? /\n[ \t>]*/g : /\n/g
  const inside = text
    .slice(open + width, close)
    .replace(continuation, (found) => ' '.repeat(found.length))
    .replaceAll('\r', ' ')
    .replaceAll('$', dollar)
    .replaceAll('|', pipe)
  if (display) return `$$${inside}$$`
  return width === 1 ? `$${inside}$` : `${nothing}$${inside}$${nothing}`
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
