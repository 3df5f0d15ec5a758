// Takes files into the queue: those that are sounds, in their order; the others are told by name.
import type { AudioSource, TranscriptionSettings } from '#shared/schemas/transcription-job'
import { toJobError } from '../jobs/errors'
import { openSource } from './sound-pieces'
import { type KeptTranscription, newProgress, type TranscriptionInput } from './transcription-kind'
import type { TranscriptionBoard, TranscriptionPorts } from './transcription-ports'

export interface Refused {
  readonly name: string
  /** A sentence. */
  readonly reason: string
}

interface Asked {
  readonly sources: readonly AudioSource[]
  readonly settings: TranscriptionSettings
}

interface Added {
  readonly added: readonly KeptTranscription[]
  readonly refused: Refused[]
}

/** Files that are read at once. */
const atOnce = 4

export async function addSources(
  { media }: Pick<TranscriptionPorts, 'media'>,
  board: TranscriptionBoard,
  { sources, settings }: Asked,
): Promise<Added> {
  const read: (TranscriptionInput['source'] | Refused)[] = []
  for (let from = 0; from < sources.length; from += atOnce) {
    const some = sources.slice(from, from + atOnce)
    read.push(...(await Promise.all(some.map((source) => readSource(media, source)))))
  }
  const inputs = read.flatMap((source) => ('reason' in source ? [] : [{ settings, source }]))
  const added = board.add(inputs.map((input) => ({ state: 'queued', input, progress: newProgress })))
  return { added, refused: read.flatMap((source) => ('reason' in source ? [source] : [])) }
}

async function readSource(
  media: TranscriptionPorts['media'],
  source: AudioSource,
): Promise<TranscriptionInput['source'] | Refused> {
  const { name, media: hash } = source
  try {
    const { bytes, seconds, mimeType } = await openSource(media, source)
    return { name, media: hash, mimeType, bytes, seconds }
  } catch (error) {
    return { name, reason: toJobError(error).message }
  }
}
