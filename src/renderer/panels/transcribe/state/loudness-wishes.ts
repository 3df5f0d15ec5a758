// How loud kept sounds are, measured by a worker on wish: one at a time, and what the user looks at first.
import { create } from 'zustand'

export type LoudnessOutcome =
  | { readonly state: 'kept' }
  /** A sentence; asked again it would be the same. */
  | { readonly state: 'refused'; readonly reason: string }

export type LoudnessStanding =
  | LoudnessOutcome
  /** From 0 to 1; 0 while it waits for its turn. */
  | { readonly state: 'measuring'; readonly progress: number }

/** What the worker tells. */
export interface LoudnessNews {
  readonly media: string
  readonly standing: LoudnessStanding
}

/** By the hash of the sound; what nobody has wished for is absent. */
export const useLoudness = create<{ readonly standings: Readonly<Record<string, LoudnessStanding>> }>()(
  () => ({ standings: {} }),
)

interface Wish {
  readonly media: string
  readonly outcome: Promise<LoudnessOutcome>
  readonly settle: (outcome: LoudnessOutcome) => void
}

let underWay: Wish | undefined
let waiting: readonly Wish[] = []
let worker: Worker | undefined
let watchdog: ReturnType<typeof setTimeout> | undefined

/** Milliseconds without a word from the worker: it goes round in a damaged file, and would for ever. */
const patience = 30_000

/** Wished for again while it waits it is the same wish; `first` overtakes the others that wait. */
export function wishLoudness(media: string, first = false): Promise<LoudnessOutcome> {
  if (underWay?.media === media) return underWay.outcome
  const wish = waiting.find((each) => each.media === media) ?? makeWish(media)
  const others = waiting.filter((each) => each !== wish)
  waiting = first ? [wish, ...others] : waiting.includes(wish) ? waiting : [...others, wish]
  takeUp()
  return wish.outcome
}

function makeWish(media: string): Wish {
  show(media, { state: 'measuring', progress: 0 })
  let settle: Wish['settle'] = () => undefined
  const outcome = new Promise<LoudnessOutcome>((resolve) => {
    settle = resolve
  })
  return { media, outcome, settle }
}

function takeUp() {
  if (underWay) return
  const [next, ...others] = waiting
  if (!next) return
  waiting = others
  underWay = next
  worker ??= openWorker()
  worker.postMessage(next.media)
  watch()
}

function watch() {
  clearTimeout(watchdog)
  watchdog = setTimeout(() => giveUp('The window could not read this sound: it may be damaged.'), patience)
}

/** The next wish opens another worker. */
function giveUp(reason: string) {
  worker?.terminate()
  worker = undefined
  if (underWay) hear({ media: underWay.media, standing: { state: 'refused', reason } })
}

function hear({ media, standing }: LoudnessNews) {
  show(media, standing)
  if (underWay?.media !== media) return
  if (standing.state === 'measuring') return watch()
  clearTimeout(watchdog)
  underWay.settle(standing)
  underWay = undefined
  takeUp()
}

function show(media: string, standing: LoudnessStanding) {
  useLoudness.setState(({ standings }) => ({ standings: { ...standings, [media]: standing } }))
}

function openWorker(): Worker {
  const opened = new Worker(new URL('./loudness-worker.ts', import.meta.url), { type: 'module' })
  opened.addEventListener('message', ({ data }: MessageEvent<LoudnessNews>) => hear(data))
  // Out of memory, say.
  opened.addEventListener('error', () => giveUp('The window could not decode this sound.'))
  return opened
}
