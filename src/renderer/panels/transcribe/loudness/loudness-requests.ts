// Loudness measurements on request, in a worker: one at a time, the file that the user looks at first.
import { create } from 'zustand'

type LoudnessOutcome =
  | { readonly state: 'kept' }
  /** A message; another attempt would fail in the same way. */
  | { readonly state: 'refused'; readonly reason: string }

export type LoudnessStatus =
  | LoudnessOutcome
  /** From 0 to 1; 0 while it waits. */
  | { readonly state: 'measuring'; readonly progress: number }

/** A message of the worker. */
export interface LoudnessMessage {
  readonly media: string
  readonly status: LoudnessStatus
}

/** By the hash of the audio file; only requested files. */
export const useLoudness = create<{ readonly statuses: Readonly<Record<string, LoudnessStatus>> }>()(() => ({
  statuses: {},
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

/** Without a message from the worker: a damaged file can keep it in an endless loop. */
const timeoutMs = 30_000

/** A second request for a waiting file is the same request; `first` moves it to the front. */
export function requestLoudness(media: string, first = false): Promise<LoudnessOutcome> {
  if (running?.media === media) return running.outcome
  const request = waiting.find((each) => each.media === media) ?? createRequest(media)
  const others = waiting.filter((each) => each !== request)
  waiting = first ? [request, ...others] : waiting.includes(request) ? waiting : [...others, request]
  startNext()
  return request.outcome
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

/** The next request opens another worker. */
function abandonWorker(reason: string) {
  worker?.terminate()
  worker = undefined
  if (running) handleMessage({ media: running.media, status: { state: 'refused', reason } })
}

function handleMessage({ media, status }: LoudnessMessage) {
  setStatus(media, status)
  if (running?.media !== media) return
  if (status.state === 'measuring') return restartWatchdog()
  clearTimeout(watchdog)
  running.settle(status)
  running = undefined
  startNext()
}

function setStatus(media: string, status: LoudnessStatus) {
  useLoudness.setState(({ statuses }) => ({ statuses: { ...statuses, [media]: status } }))
}

function openWorker(): Worker {
  const opened = new Worker(new URL('./loudness-worker.ts', import.meta.url), { type: 'module' })
  opened.addEventListener('message', ({ data }: MessageEvent<LoudnessMessage>) => handleMessage(data))
  // For example, out of memory.
  opened.addEventListener('error', () => abandonWorker('The window could not decode this sound.'))
  return opened
}
