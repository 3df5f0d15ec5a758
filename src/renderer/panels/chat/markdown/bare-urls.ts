// Ends bare URLs at CJK punctuation: GFM ends them at the next space, which texts in Chinese and Japanese do not have.
import { insertionMark, skipCode } from './normalize-text'

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

export interface ClosedText {
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
