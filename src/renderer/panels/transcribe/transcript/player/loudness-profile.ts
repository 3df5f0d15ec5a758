// How loud an audio file is over its length: read if it was measured before, else measured now.
import { useQuery } from '@tanstack/react-query'
import { decodeLoudness } from '#shared/audio/loudness'
import { describeError } from '../../../../api/describe-error'
import { requestLoudness, useLoudness } from '../../loudness/loudness-requests'

export interface LoudnessProfile {
  /** Undefined until they are known, and where they never will be. */
  readonly peaks?: Float32Array | undefined
  readonly seconds?: number | undefined
  /** How far the measuring has come, from 0 to 1; undefined where nothing is measured. */
  readonly progress?: number | undefined
  /** Why there is none; a sentence. */
  readonly problem?: string | undefined
}

/** More than any window has pixels for. */
const maxPeaks = 4000

export function useLoudnessProfile(media: string): LoudnessProfile {
  const { data, error } = useQuery({
    queryKey: ['loudness', media],
    queryFn: () => readOrMeasure(media),
    retry: false,
  })
  const standing = useLoudness(({ standings }) => standings[media])
  if (data) return data
  if (error) return { problem: describeError(error) }
  return { progress: standing?.state === 'measuring' ? standing.progress : undefined }
}

async function readOrMeasure(media: string) {
  const kept = await readProfile(media)
  if (kept) return kept
  const outcome = await requestLoudness(media, true)
  if (outcome.state === 'refused') throw new Error(outcome.reason)
  const measured = await readProfile(media)
  if (!measured) throw new Error('How loud it is was measured, and could not be read again.')
  return measured
}

/** Undefined where nobody has measured it yet. */
async function readProfile(media: string) {
  const response = await fetch(`media://loudness/${media}`)
  if (response.status !== 200) return undefined
  const loudness = decodeLoudness(new Uint8Array(await response.arrayBuffer()))
  return loudness && { peaks: foldPeaks(loudness.peaks, maxPeaks), seconds: loudness.seconds }
}

/** From 0 to 1, as many as asked for at the most; each is the largest of those that it stands for. */
export function foldPeaks(peaks: Uint8Array, most: number): Float32Array {
  const count = Math.min(most, peaks.length)
  const folded = new Float32Array(count)
  for (let at = 0; at < peaks.length; at += 1) {
    const place = Math.floor((at * count) / peaks.length)
    const peak = (peaks[at] ?? 0) / 255
    if (peak > (folded[place] ?? 0)) folded[place] = peak
  }
  return folded
}
