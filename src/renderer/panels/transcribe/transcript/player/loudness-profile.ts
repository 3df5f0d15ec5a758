// How loud an audio file is over its length: read if it was measured before, else measured now.
import { useQuery } from '@tanstack/react-query'
import { decodeLoudness } from '#shared/audio/loudness'
import { describeError } from '../../../../api/describe-error'
import { requestLoudness, useLoudnessProgress } from '../../loudness/loudness-requests'

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
