// Saves the transcript of a finished job, edits it in versions, and exports it.
import { ApiError } from '#shared/schemas/api-error'
import type { TranscriptMetadata } from '#shared/schemas/generation-metadata'
import type { Cut, Transcript, TranscriptFormat } from '#shared/schemas/transcription-job'
import { createSerialQueue } from '../concurrency/locks'
import type { Media } from '../media/media'
import type { MediaFile } from '../media/media-file'
import { countWords, shiftCuts, stitch } from './stitch'
import type {
  StoredTranscription,
  StoredVersion,
  TranscriptionPorts,
  TranscriptionStore,
  TranscriptRows,
} from './transcription-rows'
import { type LiveProgress, textTail, withLiveText } from './transcription-view'

interface TranscriptsPorts
  extends Pick<TranscriptionPorts, 'media' | 'now' | 'newId' | 'loudness' | 'reindexTranscript' | 'reads'> {
  readonly store: TranscriptionStore
  readonly rows: TranscriptRows
  readonly live: ReadonlyMap<string, LiveProgress>
}

/** `split` is stored as an edit that is joined with no other, so that the texts before and after it can be restored. */
type Origin = 'edit' | 'split' | 'restored'

/** Changes within this time are one version. */
const maxEditGapMs = 120_000

type NewText = Pick<StoredVersion, 'text' | 'cuts'>

export interface VersionId {
  readonly id: string
  readonly versionId: string
}

export function createTranscripts(ports: TranscriptsPorts) {
  const { store, rows, media } = ports
  const enqueue = createSerialQueue()
  const splitVersions = new Set<string>()
  const change = (
    id: string,
    origin: Origin,
    make: (latest: StoredVersion) => NewText | undefined | Promise<NewText | undefined>,
  ): Promise<Transcript> =>
    enqueue(async () => {
      const latest = findLatest(rows, id)
      const newText = await make(latest)
      if (newText) {
        const file = await storeText(media, newText.text)
        insertVersion(ports, { latest, newText, origin, splitVersions, media: file.hash })
      }
      return toTranscript(rows, rows.findLatest(id) ?? latest)
    })
  return {
    /** Returns null if there is no text yet, and a transcript without versions while it is incomplete. */
    read: ({ id }: { id: string }) => readTranscript(ports, id) ?? null,
    /** On the disk when this resolves. Edits within minutes of each other are one version. */
    edit: ({ id, text }: { id: string; text: string }) =>
      change(id, 'edit', (latest) =>
        latest.text === text
          ? undefined
          : { text, cuts: shiftCuts(latest.cuts, { before: latest.text, after: text }) },
      ),
    /** Starts paragraphs at the pauses of the audio. Nothing changes if these are not known. */
    splitParagraphs: ({ id }: { id: string }) =>
      change(id, 'split', async ({ text: before, cuts }) => {
        const loudness = ports.loudness.find(store.find(id).input.source.media)
        const text = await ports.reads.splitParagraphs({ text: before, cuts, loudness })
        return text === before ? undefined : { text, cuts: shiftCuts(cuts, { before, after: text }) }
      }),
    version: ({ id, versionId }: VersionId) => ({ text: findVersion(rows, id, versionId).text }),
    /** Restores the text as a new version. */
    restoreVersion: ({ id, versionId }: VersionId) =>
      change(id, 'restored', (latest) =>
        latest.id === versionId ? undefined : findVersion(rows, id, versionId),
      ),
    /** Returns the suggested file name and the content of an export. */
    async format({ id, format }: { id: string; format: TranscriptFormat }) {
      const transcript = readTranscript(ports, id)
      if (!transcript)
        throw new ApiError('FAILED_PRECONDITION', 'This transcript is still empty.', { param: 'id' })
      const { input, createdAt, endedAt, progress } = store.find(id)
      const { text, cuts } = transcript
      const { name: sourceName, seconds } = input.source
      const { settings } = input
      const about = {
        sourceName,
        seconds,
        settings,
        sentAs: progress.sentAs,
        createdAt: endedAt ?? createdAt,
      }
      const words = progress.words ?? countWords(text)
      const loudness = ports.loudness.find(input.source.media)
      return await ports.reads.formatTranscript({
        transcript: { ...about, words, text, cuts },
        format,
        loudness,
      })
    },
  }
}

/** An incomplete transcript has no versions, and cannot be edited. */
function readTranscript({ store, rows, live }: TranscriptsPorts, id: string): Transcript | undefined {
  const latest = rows.findLatest(id)
  if (latest) return toTranscript(rows, latest)
  const { pieces } = store.find(id).progress
  const transcribed = withLiveText(pieces, live.get(id)).filter(({ text }) => text !== '')
  if (transcribed.length === 0) return undefined
  const { text, cuts } = stitch(transcribed)
  return { jobId: id, versionId: '', text, cuts: [...cuts], versions: [] }
}

function toTranscript(rows: TranscriptRows, { id, jobId, text, cuts }: StoredVersion): Transcript {
  return { jobId, versionId: id, text, cuts: [...cuts], versions: rows.list(jobId) }
}

interface NewVersion {
  readonly latest: StoredVersion
  readonly newText: NewText
  readonly origin: Origin
  /** Versions that no edit may be joined with. */
  readonly splitVersions: Set<string>
  /** The file of the text. */
  readonly media: string
}

function insertVersion(ports: TranscriptsPorts, version: NewVersion): void {
  const { latest, newText, origin, splitVersions, media } = version
  const { store, rows, now, newId, reindexTranscript } = ports
  const { text, cuts } = newText
  const at = now()
  const { jobId } = latest
  const words = countWords(text)
  const gap = at - latest.changedAt
  // After the clock was set back, the earlier text must not be replaced for as long as it is behind.
  const isRecent = gap >= 0 && gap <= maxEditGapMs
  const isOpen = latest.origin === 'edit' && !splitVersions.has(latest.id)
  const isContinued = origin === 'edit' && isOpen && isRecent
  const id = newId()
  if (origin === 'split') splitVersions.add(id)
  const added = { id, jobId, origin: origin === 'split' ? 'edit' : origin } as const
  store.change(jobId, {
    progress: { words, ending: textTail(text) },
    durably: true,
    within(job) {
      if (isContinued) rows.rewrite({ ...latest, text, cuts, words, changedAt: at })
      else rows.insert({ ...added, text, cuts, words, createdAt: at, changedAt: at })
      reindexTranscript({ jobId, media, text, metadata: toTranscriptMetadata(job, cuts) })
    },
  })
}

function findLatest(rows: TranscriptRows, id: string): StoredVersion {
  const latest = rows.findLatest(id)
  if (latest) return latest
  throw new ApiError('FAILED_PRECONDITION', 'You can edit the transcript when it’s complete.', {
    param: 'id',
  })
}

function findVersion(rows: TranscriptRows, id: string, versionId: string): StoredVersion {
  const version = rows.find(id, versionId)
  if (version) return version
  throw new ApiError('NOT_FOUND', 'Transcript version not found.', { param: 'versionId' })
}

const textType = 'text/plain'

/** Never writes an empty file, because it would count as damaged. */
function storeText(media: Media, text: string): Promise<MediaFile> {
  return media.saveGenerated(Buffer.from(`${text}\n`), textType)
}

interface SavePorts extends Pick<TranscriptionPorts, 'media' | 'now' | 'newId' | 'indexJobResult'> {
  readonly store: TranscriptionStore
  readonly rows: TranscriptRows
}

/** Must be called once all pieces are transcribed. */
export async function saveTranscript(id: string, ports: SavePorts): Promise<void> {
  const { store, rows, media, now, newId, indexJobResult } = ports
  const { progress } = store.find(id)
  const { text, cuts } = stitch(progress.pieces)
  const file = await storeText(media, text)
  const words = countWords(text)
  const pieces = progress.pieces.map((piece) => ({ ...piece, text: '' }))
  store.change(id, {
    state: 'succeeded',
    progress: { pieces, words, ending: textTail(text), pausing: false },
    within: (job) => {
      const at = now()
      const version = { id: newId(), jobId: id, text, cuts, words, origin: 'model' } as const
      rows.insert({ ...version, createdAt: at, changedAt: at })
      const metadata = toTranscriptMetadata(job, cuts)
      indexJobResult({
        kind: 'transcript',
        jobId: id,
        title: job.input.source.name,
        text,
        model: metadata.model,
        media: file.hash,
        mimeType: textType,
        createdAt: metadata.createdAt,
        seconds: job.input.source.seconds,
        width: null,
        height: null,
        metadata,
      })
    },
  })
}

function toTranscriptMetadata(job: StoredTranscription, cuts: readonly Cut[]): TranscriptMetadata {
  const { settings, source } = job.input
  const { startedAt, upstream, exchangeId, sentAs } = job.progress
  const { media, mimeType, name, seconds } = source
  return {
    version: 1,
    kind: 'transcript',
    model: settings.model,
    ...(sentAs.length > 0 ? { sentAs } : {}),
    createdAt: job.endedAt ?? job.createdAt,
    took: job.endedAt === null || startedAt === null ? null : Math.max(0, job.endedAt - startedAt),
    upstream: upstream?.kind ?? null,
    exchangeId,
    jobId: job.id,
    settings,
    source: { media, mimeType, name, seconds },
    cuts: [...cuts],
  }
}
