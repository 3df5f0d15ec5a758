// Imports audio files into the queue of transcriptions: a few uploads at a time, added in their original order.
import { z } from 'zod'
import { create } from 'zustand'
import { AudioSource, type TranscriptionSettings } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { createForm, openDrafts, useDrafts } from '../../../state/draft-store'
import { uploadFile } from '../../../state/media-files'
import { readSettings } from '../../../state/transcription-form'

export interface UploadingAudio {
  /** Becomes the id of its job. */
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly sent: number
  readonly isStarted: boolean
}

interface Upload extends UploadingAudio {
  readonly file: File | AudioSource
  /** Once it is uploaded. */
  readonly source?: AudioSource
}

interface AudioImport {
  /** In the order in which the files were added. */
  readonly uploads: readonly Upload[]
  /** Messages, until the user has dismissed them. */
  readonly rejections: readonly string[]
  /** Why uploaded files are not in the queue yet; a message. */
  readonly blocker: string | null
  /** Files that an earlier process has not copied completely, until the user has dismissed them. */
  readonly interrupted: readonly Incoming[]
}

export const useAudioImport = create<AudioImport>()(() => ({
  uploads: [],
  rejections: [],
  blocker: null,
  interrupted: [],
}))

/** A file that a crash must not lose silently. One with a `source` is copied, but its job may not be saved. */
const Incoming = z.object({ id: z.string(), name: z.string(), source: AudioSource.optional() })
type Incoming = z.infer<typeof Incoming>

const incoming = createForm('incomingAudio', (saved) => z.array(Incoming).safeParse(saved).data ?? [])

let restoring: Promise<void> | undefined

/** Continues with the files that the last process was adding, and saves which ones this one adds. Rejects if it must be repeated. */
export function restoreAudioImport(): Promise<void> {
  restoring ??= restore().catch((error) => {
    restoring = undefined
    throw error
  })
  return restoring
}

async function restore() {
  await openDrafts()
  const { isLoaded, failure } = useDrafts.getState()
  if (!isLoaded) throw new Error(failure ?? undefined)
  const left = incoming.read()
  const copied = left.flatMap(({ id, name, source }): Upload[] =>
    source ? [{ id, name, source, file: source, bytes: 0, sent: 0, isStarted: true }] : [],
  )
  useAudioImport.setState(({ uploads }) => ({
    uploads: [...copied, ...uploads],
    interrupted: left.filter(({ source }) => !source),
  }))
  useAudioImport.subscribe(saveIncoming)
  if (useAudioImport.getState().uploads.length > 0) saveIncoming(useAudioImport.getState())
  void addUploaded()
}

/** Without `before`, in any case. */
function saveIncoming({ uploads, interrupted }: AudioImport, before?: AudioImport) {
  const isSaved =
    before &&
    interrupted === before.interrupted &&
    uploads.length === before.uploads.length &&
    uploads.every(
      ({ id, source }, at) => id === before.uploads[at]?.id && source === before.uploads[at]?.source,
    )
  if (isSaved) return
  const unfinished = uploads.map(({ id, name, source }) => ({ id, name, ...(source && { source }) }))
  incoming.write([...interrupted, ...unfinished])
}

export function dismissInterruptedAudio() {
  useAudioImport.setState({ interrupted: [] })
}

/** Hundreds of files may be dropped, and the browser reads the disk for each. */
const batchSize = 20

/** Each file separately: a rejected one does not stop the others. */
export function importAudio(files: readonly (File | AudioSource)[]) {
  useAudioImport.setState({ rejections: [] })
  restoreAudioImport().catch(() => undefined)
  // In a separate task: the drop event has been slow already.
  setTimeout(() => importBatch(files))
}

function importBatch(all: readonly (File | AudioSource)[]) {
  const added = all.slice(0, batchSize).flatMap((file): Upload[] => {
    const { name } = file
    // Read once: the browser looks up the size of a file on disk each time.
    const bytes = file instanceof File ? file.size : null
    if (bytes === 0) rejectAudio([`“${name}” is empty.`])
    return bytes === 0
      ? []
      : [{ id: crypto.randomUUID(), file, name, bytes: bytes ?? 0, sent: 0, isStarted: false }]
  })
  useAudioImport.setState(({ uploads }) => ({ uploads: [...uploads, ...added] }))
  startUploads()
  if (all.length > batchSize) setTimeout(() => importBatch(all.slice(batchSize)))
}

export function rejectAudio(messages: readonly string[]) {
  if (messages.length === 0) return
  useAudioImport.setState(({ rejections }) => ({ rejections: [...rejections, ...messages] }))
}

export function dismissAudioRejections() {
  useAudioImport.setState({ rejections: [] })
}

/** Works in any state of the uploads. */
export function cancelAudioImport(ids: readonly string[]) {
  for (const id of ids) controllers.get(id)?.abort()
  removeUploads(ids)
}

// Wrong settings may have been corrected.
useDrafts.subscribe(({ forms }, before) => {
  if (forms.transcribe !== before.forms.transcribe && useAudioImport.getState().blocker !== null)
    void addUploaded()
})

/** More would only slow each other down. */
const maxConcurrentUploads = 3

const controllers = new Map<string, AbortController>()

function startUploads() {
  const { uploads } = useAudioImport.getState()
  const running = uploads.filter(({ isStarted, source }) => isStarted && !source).length
  const next = uploads
    .filter(({ isStarted }) => !isStarted)
    .slice(0, Math.max(0, maxConcurrentUploads - running))
  for (const upload of next) {
    changeUpload(upload.id, { isStarted: true })
    void run(upload)
  }
}

async function run({ id, file }: Upload) {
  const controller = new AbortController()
  const { signal } = controller
  controllers.set(id, controller)
  try {
    const source = await toSource(file, signal, (sent) => changeUpload(id, { sent }))
    changeUpload(id, { source })
    startUploads()
    void addUploaded()
  } catch (error) {
    if (signal.aborted) return
    rejectAudio([error instanceof Error ? error.message : String(error)])
    removeUploads([id])
  } finally {
    controllers.delete(id)
  }
}

async function toSource(
  file: File | AudioSource,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<AudioSource> {
  if (!(file instanceof File)) return file
  const { media, mimeType, name } = await uploadFile(file, {
    signal,
    onProgress,
    use: 'sound',
    countWaiting,
  })
  // The stored name has the extension of the content; the list keeps the user's.
  return { media, mimeType, name: (file.name || name).slice(-300) }
}

function countWaiting(): number {
  return useAudioImport.getState().uploads.filter(({ isStarted }) => !isStarted).length
}

function changeUpload(id: string, part: Partial<Upload>) {
  useAudioImport.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)),
  }))
}

function removeUploads(ids: readonly string[]) {
  const removed = new Set(ids)
  useAudioImport.setState(({ uploads, blocker }) => {
    const remaining = uploads.filter(({ id }) => !removed.has(id))
    return { uploads: remaining, blocker: remaining.length > 0 ? blocker : null }
  })
  startUploads()
  void addUploaded()
}

let isAdding = false

/**
 * Adds what is uploaded to the queue of transcriptions, in the order of the files, one request at a time.
 * If that fails, it can be called again.
 */
export async function addUploaded(): Promise<void> {
  if (isAdding || listUploaded().length === 0) return
  isAdding = true
  try {
    const settings = await readSettings()
    // Some may have been canceled meanwhile.
    const sources = listUploaded().slice(0, maxSourcesPerRequest)
    try {
      if (sources.length > 0) await addToQueue(sources, settings)
    } finally {
      await cancelRemoved(sources)
    }
    useAudioImport.setState({ blocker: null })
    isAdding = false
    removeUploads(sources.map(({ id }) => id))
  } catch (error) {
    isAdding = false
    useAudioImport.setState({ blocker: describeError(error) })
  }
}

/** The first files, up to one that is not uploaded yet. */
function listUploaded(): (AudioSource & { readonly id: string })[] {
  const { uploads } = useAudioImport.getState()
  const end = uploads.findIndex(({ source }) => !source)
  return uploads
    .slice(0, end < 0 ? uploads.length : end)
    .flatMap(({ id, source }) => (source ? [{ ...source, id }] : []))
}

/** A file that was canceled while it was being added may have a job, even if the request failed. */
async function cancelRemoved(added: readonly { readonly id: string }[]): Promise<void> {
  const uploading = new Set(useAudioImport.getState().uploads.map(({ id }) => id))
  for (const { id } of added) {
    if (uploading.has(id) || !(await desktop.transcriptions.job({ id }).catch(() => null))) continue
    const ids = [id]
    // A job that has ended meanwhile cannot be canceled.
    await desktop.transcriptions.cancel({ ids }).catch(() => undefined)
    await desktop.transcriptions.clear({ ids }).catch(() => undefined)
  }
}

const maxSourcesPerRequest = 1000

/** Resolves to the ids of the new jobs: a source whose id is a job already is not added again. */
export async function addToQueue(
  all: readonly (AudioSource & { readonly id: string })[],
  settings: TranscriptionSettings,
): Promise<string[]> {
  const added: string[] = []
  for (let at = 0; at < all.length; at += maxSourcesPerRequest) {
    const sources = all.slice(at, at + maxSourcesPerRequest)
    const { ids, rejected } = await desktop.transcriptions.add({ sources, settings })
    added.push(...ids)
    rejectAudio(rejected.map(({ reason }) => reason))
  }
  return added
}
