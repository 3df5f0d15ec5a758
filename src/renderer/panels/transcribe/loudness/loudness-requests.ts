// Loudness of audio files, measured on request in a worker: one at a time, the open file first.

import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { decodeLoudness } from '#shared/audio/loudness'
import { describeError } from '../../../api/describe-error'
import { connectWorker } from '../../../api/worker-calls'
import type { LoudnessHandlers } from './loudness-worker'

/** From 0 to 1, 0 while it waits; by the hash of the audio file. */
export const useLoudnessProgress = create<Readonly<Record<string, number | undefined>>>()(() => ({}))

interface LoudnessRequest {
  readonly media: string
  readonly outcome: Promise<void>
  readonly settle: (measured: Promise<void>) => void
}

let running: LoudnessRequest | undefined
let waiting: readonly LoudnessRequest[] = []
let worker: ReturnType<typeof openWorker> | undefined

/** Without progress: a damaged file can keep the worker in an endless loop. */
const timeoutMs = 30_000

/**
 * Rejects with a message for the user; another attempt would fail in the same way.
 * A second request for a waiting file is the same request; `first` moves it to the front.
 */
export function requestLoudness(media: string, first = false): Promise<void> {
  if (running?.media === media) return running.outcome
  const request = waiting.find((each) => each.media === media) ?? createRequest(media)
  const others = waiting.filter((each) => each !== request)
  waiting = first ? [request, ...others] : waiting.includes(request) ? waiting : [...others, request]
  if (!running) void measureWaiting()
  return request.outcome
}

function createRequest(media: string): LoudnessRequest {
  useLoudnessProgress.setState({ [media]: 0 })
  let settle: LoudnessRequest['settle'] = () => undefined
  const outcome = new Promise<void>((resolve) => {
    settle = resolve
  })
  return { media, outcome, settle }
}

async function measureWaiting() {
  for (let [next] = waiting; next; [next] = waiting) {
    running = next
    waiting = waiting.slice(1)
    const measured = measure(next.media)
    next.settle(measured)
    await measured.catch(() => undefined)
  }
  running = undefined
}

async function measure(media: string): Promise<void> {
  worker ??= openWorker()
  const { client, abandon } = worker
  const isSilent = () => abandon(new Error('Couldn’t read this audio. The file may be damaged.'))
  let watchdog = setTimeout(isSilent, timeoutMs)
  const onProgress = (progress: number) => {
    clearTimeout(watchdog)
    watchdog = setTimeout(isSilent, timeoutMs)
    useLoudnessProgress.setState({ [media]: progress })
  }
  try {
    await client.call('measure', media, { onProgress })
  } finally {
    clearTimeout(watchdog)
    useLoudnessProgress.setState({ [media]: undefined })
  }
}

function openWorker() {
  const opened = new Worker(new URL('./loudness-worker.ts', import.meta.url), { type: 'module' })
  const client = connectWorker<LoudnessHandlers>(opened, 'Couldn’t decode this audio.')
  /** The next request opens another worker. */
  const abandon = (reason?: Error) => {
    opened.terminate()
    worker = undefined
    client.close(reason)
  }
  // For example, out of memory; the client has rejected its calls.
  opened.addEventListener('error', () => abandon())
  return { client, abandon }
}

export interface LoudnessProfile {
  /** Undefined until they are known, or if they are unavailable. */
  readonly peaks?: Float32Array | undefined
  readonly seconds?: number | undefined
  /** The progress of the measurement, from 0 to 1; undefined if nothing is being measured. */
  readonly progress?: number | undefined
  /** Why there is no profile; a message. */
  readonly problem?: string | undefined
}

/** No zoomed waveform needs more: it is at most 16 windows wide. */
const maxPeaks = 32_000

export function useLoudnessProfile(media: string): LoudnessProfile {
  const { data, error } = useQuery({
    queryKey: ['loudness', media],
    queryFn: () => readOrMeasure(media),
    retry: false,
  })
  const progress = useLoudnessProgress((state) => state[media])
  if (data) return data
  if (error) return { problem: describeError(error) }
  return { progress }
}

async function readOrMeasure(media: string) {
  const saved = await readProfile(media)
  if (saved) return saved
  await requestLoudness(media, true)
  const measured = await readProfile(media)
  if (!measured) throw new Error('Couldn’t read the saved waveform.')
  return measured
}

/** Undefined if it has not been measured yet. */
async function readProfile(media: string) {
  const response = await fetch(`media://loudness/${media}`)
  if (response.status !== 200) return undefined
  const loudness = decodeLoudness(new Uint8Array(await response.arrayBuffer()))
  return loudness && { peaks: foldPeaks(loudness.peaks, maxPeaks), seconds: loudness.seconds }
}

/** At most `maxCount` values from 0 to 1; each is the maximum of those it represents. */
export function foldPeaks(peaks: Uint8Array, maxCount: number): Float32Array {
  const count = Math.min(maxCount, peaks.length)
  const folded = new Float32Array(count)
  for (let at = 0; at < peaks.length; at += 1) {
    const index = Math.floor((at * count) / peaks.length)
    const peak = (peaks[at] ?? 0) / 255
    if (peak > (folded[index] ?? 0)) folded[index] = peak
  }
  return folded
}
