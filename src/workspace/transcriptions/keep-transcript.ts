// Keeps what a sound has become, all of it at once: the job has ended, the first version stands, the Library has the file.
import type { TranscriptMaking } from '#shared/schemas/making'
import type { Cut } from '#shared/schemas/transcription-job'
import type { Media } from '../media/media'
import type { MediaFile } from '../media/media-file'
import { countWords } from './spoken-words'
import { type Stitched, stitch } from './stitch'
import type { TranscriptRows } from './transcript-rows'
import type { KeptTranscription } from './transcription-kind'
import type { TranscriptionBoard, TranscriptionPorts } from './transcription-ports'
import { takeEnd } from './transcription-view'

const textType = 'text/plain'

/** Never empty, whatever was said: a file without bytes is taken for a damaged one. */
export function keepText(media: Media, text: string): Promise<MediaFile> {
  return media.saveGenerated(Buffer.from(`${text}\n`), textType)
}

interface Keeping extends Pick<TranscriptionPorts, 'media' | 'now' | 'newId' | 'indexJobResult'> {
  readonly board: TranscriptionBoard
  readonly rows: TranscriptRows
}

/** All its pieces have come. */
export async function keepTranscript(id: string, keeping: Keeping): Promise<void> {
  const { board, rows, media, now, newId, indexJobResult } = keeping
  const { progress } = board.find(id)
  const { text, cuts } = stitch(progress.pieces)
  const file = await keepText(media, text)
  const words = countWords(text)
  const pieces = progress.pieces.map((piece) => ({ ...piece, text: '' }))
  board.change(id, {
    state: 'succeeded',
    progress: { pieces, words, ending: takeEnd(text), pausing: false },
    within: (job) => {
      const at = now()
      rows.insert({
        id: newId(),
        jobId: id,
        text,
        cuts,
        words,
        origin: 'model',
        createdAt: at,
        changedAt: at,
      })
      indexJobResult(toMade(job, { text, cuts }, file))
    },
  })
}

function toMade(job: KeptTranscription, { text, cuts }: Stitched, file: MediaFile) {
  const making = toMaking(job, cuts)
  const { source } = job.input
  return {
    kind: 'transcript',
    jobId: job.id,
    title: source.name,
    text,
    model: making.model,
    media: file.hash,
    mimeType: textType,
    createdAt: making.createdAt,
    seconds: source.seconds,
    width: null,
    height: null,
    making,
  } as const
}

export function toMaking(job: KeptTranscription, cuts: readonly Cut[]): TranscriptMaking {
  const { settings, source } = job.input
  const { startedAt, upstream, exchangeId } = job.progress
  const { media, mimeType, name, seconds } = source
  return {
    version: 1,
    kind: 'transcript',
    model: settings.model,
    createdAt: job.endedAt ?? job.createdAt,
    took: job.endedAt === null || startedAt === null ? null : job.endedAt - startedAt,
    upstream: upstream?.kind ?? null,
    exchangeId,
    jobId: job.id,
    settings,
    source: { media, mimeType, name, seconds },
    cuts: [...cuts],
  }
}
