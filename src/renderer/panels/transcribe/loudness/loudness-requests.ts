// How loud kept sounds are, measured by a worker on wish: one at a time, and what the user looks at first.
import { create } from 'zustand'

type LoudnessOutcome =
  | { readonly state: 'kept' }
  /** A sentence; asked again it would be the same. */
  | { readonly state: 'refused'; readonly reason: string }

export type LoudnessStatus =
  | LoudnessOutcome
  /** From 0 to 1; 0 while it waits for its turn. */
  | { readonly state: 'measuring'; readonly progress: number }

/** What the worker tells. */
export interface LoudnessMessage {
  readonly media: string
  readonly standing: LoudnessStatus
}

/** By the hash of the sound; what nobody has wished for is absent. */
export const useLoudness = create<{ readonly standings: Readonly<Record<string, LoudnessStatus>> }>()(() => ({
  standings: {},
}))

interface LoudnessRequest {
  readonly media: string
  readonly outcome: Promise<LoudnessOutcome>
  readonly settle: (outcome: LoudnessOutcome) => void
}

let running: LoudnessRequest | undefined
let waiting: readonly LoudnessRequest[] = []
let worker: Worker | undefined
let watchdog: ReturnType<typeof setTimeout> | undefined

/** Milliseconds without a word from the worker: it goes round in a damaged file, and would for ever. */
const timeoutMs = 30_000

/** Wished for again while it waits it is the same wish; `first` overtakes the others that wait. */
export function requestLoudness(media: string, first = false): Promise<LoudnessOutcome> {
  if (running?.media === media) return running.outcome
  const wish = waiting.find((each) => each.media === media) ?? createRequest(media)
  const others = waiting.filter((each) => each !== wish)
  waiting = first ? [wish, ...others] : waiting.includes(wish) ? waiting : [...others, wish]
  startNext()
  return wish.outcome
}

function createRequest(media: string): LoudnessRequest {
  setStatus(media, { state: 'measuring', progress: 0 })
  let settle: LoudnessRequest['settle'] = () => undefined
  const outcome = new Promise<LoudnessOutcome>((resolve) => {
    settle = resolve
  })
  return { media, outcome, settle }
}

function startNext() {
  if (running) return
  const [next, ...others] = waiting
  if (!next) return
  waiting = others
  running = next
  worker ??= openWorker()
  worker.postMessage(next.media)
  restartWatchdog()
}

function restartWatchdog() {
  clearTimeout(watchdog)
  watchdog = setTimeout(
    () => abandonWorker('The window could not read this sound: it may be damaged.'),
    timeoutMs,
  )
}

/** The next wish opens another worker. */
function abandonWorker(reason: string) {
  worker?.terminate()
  worker = undefined
  if (running) handleMessage({ media: running.media, standing: { state: 'refused', reason } })
}

function handleMessage({ media, standing }: LoudnessMessage) {
  setStatus(media, standing)
  if (running?.media !== media) return
  if (standing.state === 'measuring') return restartWatchdog()
  clearTimeout(watchdog)
  running.settle(standing)
  running = undefined
  startNext()
}

function setStatus(media: string, standing: LoudnessStatus) {
  useLoudness.setState(({ standings }) => ({ standings: { ...standings, [media]: standing } }))
}

function openWorker(): Worker {
  const opened = new Worker(new URL('./loudness-worker.ts', import.meta.url), { type: 'module' })
  opened.addEventListener('message', ({ data }: MessageEvent<LoudnessMessage>) => handleMessage(data))
  // Out of memory, say.
  opened.addEventListener('error', () => abandonWorker('The window could not decode this sound.'))
  return opened
}
