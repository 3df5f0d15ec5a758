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

/** Marks all rendered matches until the returned function is called. */
export function markMatches(thread: HTMLElement, terms: readonly string[]): () => void {
  const pattern = toPattern(terms)
  if (!pattern) return () => {}
  addStyles()
  const mark = () => {
    const texts = [...thread.querySelectorAll<HTMLElement>('[data-part]')]
    CSS.highlights.set(allName, new Highlight(...texts.flatMap((text) => findRanges(text, pattern))))
  }
  let frame: number | undefined
  const observer = new MutationObserver(() => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined
      mark()
    })
  })
  observer.observe(thread, { childList: true, subtree: true, characterData: true })
  mark()
  return () => {
    observer.disconnect()
    if (frame !== undefined) cancelAnimationFrame(frame)
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
  const { thread } = reveal
  let frames = 0
  let stable = 0
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const type of ['wheel', 'pointerdown'] as const) thread.removeEventListener(type, stop)
  }
  const step = () => {
    const rect = locate(reveal)
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

/** The position of the match, or an estimate until it is rendered; marks it as the current one. */
function locate({ thread, turn, terms, match }: Reveal): { top: number; isMatch: boolean } | undefined {
  const row = thread.querySelector<HTMLElement>(`[data-turn="${CSS.escape(turn.id)}"]`)
  if (!row) return undefined
  const text = row.querySelector<HTMLElement>(`[data-part="${match.part}"]`) ?? row
  const pieces = [...text.querySelectorAll<HTMLElement>('[data-at]')]
  const piece = pieces.filter(({ dataset }) => Number(dataset.at) <= match.at).at(-1) ?? text
  const start = Number(piece.dataset.at ?? 0)
  const earlier = findInTurn(turn, terms).filter(
    ({ part, at }) => part === match.part && at >= start && at < match.at,
  )
  const pattern = toPattern(terms)
  const ranges = pattern ? findRanges(piece, pattern) : []
  const range = ranges[Math.min(earlier.length, ranges.length - 1)]
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

/** The matches in an element's text, also across inline elements. */
function findRanges(element: HTMLElement, pattern: RegExp): Range[] {
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
  // Offsets only increase from match to match.
  let last = 0
  const locateOffset = (offset: number) => {
    for (let next = nodes[last + 1]; next && next.at <= offset; next = nodes[last + 1]) last += 1
    return nodes[last]
  }
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    const start = locateOffset(index)
    const end = locateOffset(index + found.length - 1)
    if (!start || !end) return []
    const range = document.createRange()
    range.setStart(start.node, index - start.at)
    range.setEnd(end.node, index + found.length - end.at)
    return [range]
  })
}
