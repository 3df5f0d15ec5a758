// How loud a kept sound is over its length: as it is kept, or measured now where nobody has measured it.
import { useQuery } from '@tanstack/react-query'
import { decodeLoudness } from '#shared/audio/loudness'
import { describeError } from '../../../../api/describe-error'
import { useLoudness, wishLoudness } from '../../state/loudness-wishes'
import { foldPeaks } from './fold-peaks'

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
const mostPeaks = 4000

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
  const outcome = await wishLoudness(media, true)
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
  return loudness && { peaks: foldPeaks(loudness.peaks, mostPeaks), seconds: loudness.seconds }
}
