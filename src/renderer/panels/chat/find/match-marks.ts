// Marks matches in the rendered thread, and scrolls to one that may not be rendered yet.
import type { Turn } from '#shared/schemas/chat'
import { findInTurn, type Match, toPattern } from './find-matches'

const allName = 'find'
const currentName = 'find-current'

// Not in a style sheet file, whose minifier does not know these pseudo-elements. Custom properties do not apply to them
// in Chromium 114.
const styles = `
  ::highlight(${allName}) { background-color: #ffe08a; color: #1a1a1f; }
  ::highlight(${currentName}) { background-color: #3d58d6; color: #ffffff; }
`
let styleSheet: CSSStyleSheet | undefined

function addStyles() {
  if (styleSheet) return
  styleSheet = new CSSStyleSheet()
  styleSheet.replaceSync(styles)
  document.adoptedStyleSheets.push(styleSheet)
}

/** A common letter has more matches in a long text than the page can mark. Each unit has a share of the marks. */
const maxMarks = 3_000
/** While an answer is streamed or the thread is scrolled, marks follow at this interval. */
const markIntervalMs = 100

/** The smallest elements that a match cannot reach out of: the groups of blocks of a response, or a whole prompt. */
const unitSelector = '[data-at]:not(:has([data-at])), [data-part]:not(:has([data-at]))'

/** Marks the matches in view and a window's height around it, until the returned function is called. */
export function markMatches(thread: HTMLElement, terms: readonly string[]): () => void {
  const pattern = toPattern(terms)
  scans = new WeakMap()
  if (!pattern) return () => {}
  addStyles()
  const mark = () => {
    const view = thread.getBoundingClientRect()
    const units = [...thread.querySelectorAll<HTMLElement>(unitSelector)].flatMap((unit) => {
      const box = unit.getBoundingClientRect()
      const isNear = box.bottom > view.top - view.height && box.top < view.bottom + view.height
      // A collapsed prompt is higher than its box.
      return isNear ? { scan: scanText(unit, pattern), box, height: unit.scrollHeight } : []
    })
    const middle = view.top + view.height / 2
    const share = Math.max(1, Math.floor(maxMarks / units.length))
    const highlight = new Highlight()
    for (const { scan, box, height } of units) {
      const { offsets } = scan
      // Around the estimated match in the middle of the view.
      const center = (offsets.length * (middle - box.top)) / Math.max(1, height)
      const from = Math.max(0, Math.min(Math.round(center - share / 2), offsets.length - share))
      for (const range of toRanges(scan, from, from + share)) highlight.add(range)
    }
    CSS.highlights.set(allName, highlight)
  }
  let timer: number | undefined
  let markedAt = 0
  const schedule = () => {
    timer ??= window.setTimeout(
      () => {
        timer = undefined
        mark()
        markedAt = performance.now()
      },
      Math.max(0, markedAt + markIntervalMs - performance.now()),
    )
  }
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof HTMLElement ? target : target.parentElement
      for (const selector of ['[data-at]', '[data-part]']) {
        const unit = element?.closest<HTMLElement>(selector)
        if (unit) scans.delete(unit)
      }
    }
    schedule()
  })
  observer.observe(thread, { childList: true, subtree: true, characterData: true })
  thread.addEventListener('scroll', schedule, { passive: true })
  mark()
  return () => {
    observer.disconnect()
    thread.removeEventListener('scroll', schedule)
    window.clearTimeout(timer)
    CSS.highlights.delete(allName)
    CSS.highlights.delete(currentName)
  }
}

interface Reveal {
  readonly thread: HTMLElement
  readonly turn: Turn
  readonly terms: readonly string[]
  readonly match: Match
}

const maxFrames = 90
/** The frames for which a match has to stay where it is: rendering around it may move it. */
const stableFrames = 4
/** The space above the match, as a fraction of the view's height. */
const offsetFraction = 0.35

/** Scrolls until the match is rendered and stays in place, or until the user scrolls. Returns a cancel function. */
export function revealMatch(reveal: Reveal): () => void {
  const { thread, turn, terms, match } = reveal
  const offsets = findInTurn(turn, terms).flatMap(({ part, at }) => (part === match.part ? at : []))
  let frames = 0
  let stable = 0
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const type of ['wheel', 'pointerdown'] as const) thread.removeEventListener(type, stop)
  }
  const step = () => {
    const rect = locate(reveal, offsets)
    const view = thread.getBoundingClientRect()
    const by = rect ? rect.top - view.top - view.height * offsetFraction : 0
    const before = thread.scrollTop
    if (Math.abs(by) > 1) thread.scrollTop = before + by
    stable = rect?.isMatch && Math.abs(thread.scrollTop - before) <= 1 ? stable + 1 : 0
    frames += 1
    if (stable >= stableFrames || frames >= maxFrames) stop()
    else frame = requestAnimationFrame(step)
  }
  for (const type of ['wheel', 'pointerdown'] as const) thread.addEventListener(type, stop, { passive: true })
  frame = requestAnimationFrame(step)
  return stop
}

/**
 * The position of the match, or an estimate until it is rendered; marks it as the current one.
 * `offsets` are those of all matches in its text.
 */
function locate(
  { thread, turn, terms, match }: Reveal,
  offsets: readonly number[],
): { top: number; isMatch: boolean } | undefined {
  const row = thread.querySelector<HTMLElement>(`[data-turn="${CSS.escape(turn.id)}"]`)
  if (!row) return undefined
  const text = row.querySelector<HTMLElement>(`[data-part="${match.part}"]`) ?? row
  const pieces = [...text.querySelectorAll<HTMLElement>('[data-at]')]
  const piece = pieces.filter(({ dataset }) => Number(dataset.at) <= match.at).at(-1) ?? text
  const start = Number(piece.dataset.at ?? 0)
  const earlier = offsets.filter((at) => at >= start && at < match.at).length
  const pattern = toPattern(terms)
  const scan = pattern && scanText(piece, pattern)
  const index = scan ? Math.min(earlier, scan.offsets.length - 1) : -1
  const [range] = scan && index >= 0 ? toRanges(scan, index, index + 1) : []
  if (range) {
    CSS.highlights.set(currentName, new Highlight(range))
    return { top: range.getBoundingClientRect().top, isMatch: true }
  }
  const next = pieces.find(({ dataset }) => Number(dataset.at) > match.at)
  const end = Number(next?.dataset.at ?? turn.parts.reduce((sum, part) => sum + (part.text?.length ?? 0), 0))
  const { top, height } = piece.getBoundingClientRect()
  return { top: top + height * Math.min(1, (match.at - start) / Math.max(1, end - start)), isMatch: false }
}

/** Not displayed, or not part of the text. */
const skipped = '.sr-only, [data-mark], .katex-mathml, button, [aria-hidden="true"]'
const blocks = 'p, li, td, th, h3, h4, h5, h6, pre, blockquote, div'

interface TextScan {
  /** The pattern's source. */
  readonly source: string
  readonly nodes: readonly { readonly node: Node; readonly at: number }[]
  /** The starts and ends of the matches in the text of the nodes. */
  readonly offsets: readonly number[]
  readonly ends: readonly number[]
}

/** By unit, until it changes. */
let scans = new WeakMap<HTMLElement, TextScan>()

/** Finds the matches in an element's text, also across inline elements. */
function scanText(element: HTMLElement, pattern: RegExp): TextScan {
  const known = scans.get(element)
  if (known?.source === pattern.source) return known
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: { node: Node; at: number }[] = []
  let text = ''
  let block: Element | null = null
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || parent.closest(skipped)) continue
    const own = parent.closest(blocks)
    // A match does not reach into another block.
    if (own !== block) text += '\u0000'
    block = own
    nodes.push({ node, at: text.length })
    text += node.textContent ?? ''
  }
  const offsets: number[] = []
  const ends: number[] = []
  for (const { 0: found, index } of text.matchAll(pattern)) {
    offsets.push(index)
    ends.push(index + found.length)
  }
  const scan = { source: pattern.source, nodes, offsets, ends }
  if (element.matches(unitSelector)) scans.set(element, scan)
  return scan
}

function toRanges({ nodes, offsets, ends }: TextScan, from: number, to: number): Range[] {
  // Offsets only increase from match to match.
  let last = 0
  const locateOffset = (offset: number) => {
    for (let next = nodes[last + 1]; next && next.at <= offset; next = nodes[last + 1]) last += 1
    return nodes[last]
  }
  return offsets.slice(from, to).flatMap((offset, index) => {
    const end = ends[from + index] ?? offset
    const [first, final] = [locateOffset(offset), locateOffset(end - 1)]
    if (!first || !final) return []
    const range = document.createRange()
    range.setStart(first.node, offset - first.at)
    range.setEnd(final.node, end - final.at)
    return [range]
  })
}
