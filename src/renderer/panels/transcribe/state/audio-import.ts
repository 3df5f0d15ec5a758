// Imports audio files into the queue of transcriptions: a few uploads at a time, added in the order in which they came.
import { create } from 'zustand'
import type { AudioSource } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { uploadFile } from '../../../state/media-files'
import { describeProblems, readTranscriptionForm, transcriptionForm } from './transcription-form'

export interface UploadingAudio {
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly sent: number
  /** The file's hash while it is being added: its job may be listed before that request returns. */
  readonly adding?: string
}

interface AudioImport {
  readonly uploads: readonly UploadingAudio[]
  /** Messages, until the user has dismissed them. */
  readonly rejections: readonly string[]
  /** Why uploaded files are not in the queue yet; a message. */
  readonly blocker: string | null
}

export const useAudioImport = create<AudioImport>()(() => ({ uploads: [], rejections: [], blocker: null }))

const maxSourcesPerRequest = 1000

const uploadQueue = createUploadQueue<File | AudioSource, AudioSource>({
  upload: async (file, signal, onProgress) => {
    if (!(file instanceof File)) return file
    const { media, mimeType, name } = await uploadFile(file, { signal, onProgress, use: 'sound' })
    return { media, mimeType, name: name.slice(-300) }
  },
  deliver: addToQueue,
  onRejected: (id, error) => {
    rejectAudio([error instanceof Error ? error.message : String(error)])
    removeUploads([id])
  },
  onProgress: (id, sent) =>
    useAudioImport.setState(({ uploads }) => ({
      uploads: uploads.map((upload) => (upload.id === id ? { ...upload, sent } : upload)),
    })),
})

/** Hundreds of files may be dropped, and the browser reads the disk for each. */
const batchSize = 20

/** Each file by itself: a rejected one stops no other. */
export function importAudio(files: readonly (File | AudioSource)[]) {
  useAudioImport.setState({ rejections: [] })
  // In a task of its own: the drop event has been slow already.
  setTimeout(() => importBatch(files))
}

function importBatch(all: readonly (File | AudioSource)[]) {
  const files = all.slice(0, batchSize)
  // Read once: the browser looks up the size of a file on disk each time.
  const sized = files.map((file) => ({ file, bytes: file instanceof File ? file.size : null }))
  rejectAudio(
    sized.flatMap(({ file, bytes }) => (bytes === 0 ? [`${file.name} is empty: it has no bytes.`] : [])),
  )
  const added = sized
    .filter(({ bytes }) => bytes !== 0)
    .map(({ file, bytes }) => ({ id: crypto.randomUUID(), file, bytes: bytes ?? 0 }))
  const started = added.map(({ id, file, bytes }) => ({ id, name: file.name, bytes, sent: 0 }))
  useAudioImport.setState(({ uploads }) => ({ uploads: [...uploads, ...started] }))
  uploadQueue.add(added.map(({ id, file }) => ({ id, file })))
  if (all.length > batchSize) setTimeout(() => importBatch(all.slice(batchSize)))
}

export function rejectAudio(messages: readonly string[]) {
  if (messages.length === 0) return
  useAudioImport.setState(({ rejections }) => ({ rejections: [...rejections, ...messages] }))
}

export function dismissAudioRejections() {
  useAudioImport.setState({ rejections: [] })
}

export function cancelAudioImport(id: string) {
  uploadQueue.cancel(id)
  removeUploads([id])
}

/** Adds what is uploaded, after an attempt has failed. */
export function retryAudioImport() {
  uploadQueue.deliver()
}

// Wrong settings may have been corrected.
transcriptionForm.useForm.subscribe(() => {
  if (useAudioImport.getState().blocker !== null) uploadQueue.deliver()
})

async function addToQueue(completed: readonly CompletedUpload<AudioSource>[]): Promise<boolean> {
  try {
    await transcriptionForm.open()
    const { settings, problems } = readTranscriptionForm(transcriptionForm.useForm.getState().form)
    if (!settings) throw new Error(describeProblems(problems))
    markAdding(completed)
    for (let at = 0; at < completed.length; at += maxSourcesPerRequest) {
      const part = completed.slice(at, at + maxSourcesPerRequest)
      const { refused } = await desktop.transcriptions.add({
        sources: part.map(({ source }) => source),
        settings,
      })
      rejectAudio(refused.map(({ reason }) => reason))
    }
  } catch (error) {
    useAudioImport.setState(({ uploads }) => ({
      blocker: describeError(error),
      uploads: uploads.map(({ adding: _, ...upload }) => upload),
    }))
    return false
  }
  useAudioImport.setState({ blocker: null })
  removeUploads(completed.map(({ id }) => id))
  return true
}

function markAdding(completed: readonly CompletedUpload<AudioSource>[]) {
  const hashes = new Map(completed.map(({ id, source }) => [id, source.media]))
  useAudioImport.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => {
      const adding = hashes.get(upload.id)
      return adding === undefined ? upload : { ...upload, adding }
    }),
  }))
}

function removeUploads(ids: readonly string[]) {
  const removed = new Set(ids)
  useAudioImport.setState(({ uploads, blocker }) => {
    const left = uploads.filter(({ id }) => !removed.has(id))
    return { uploads: left, blocker: left.length > 0 ? blocker : null }
  })
}

interface UploadPorts<File, Source> {
  /** Rejects with the reason why the file is rejected. */
  readonly upload: (file: File, signal: AbortSignal, onProgress: (sent: number) => void) => Promise<Source>
  /** Gets what is uploaded, in the order of the files. False if not now: `deliver` tries again. */
  readonly deliver: (completed: readonly CompletedUpload<Source>[]) => Promise<boolean>
  readonly onRejected: (id: string, error: unknown) => void
  readonly onProgress: (id: string, sent: number) => void
}

interface CompletedUpload<Source> {
  readonly id: string
  readonly source: Source
}

interface UploadQueue<File> {
  add(files: readonly { readonly id: string; readonly file: File }[]): void
  /** In whatever state the upload is. */
  cancel(id: string): void
  /** Delivers what is uploaded. */
  deliver(): void
}

interface Upload<File, Source> {
  readonly id: string
  readonly file: File
  readonly controller: AbortController
  state: 'waiting' | 'uploading' | 'uploaded'
  source?: Source
}

/** More would only slow each other down. */
const maxConcurrentUploads = 3

export function createUploadQueue<File, Source>(ports: UploadPorts<File, Source>): UploadQueue<File> {
  let queue: Upload<File, Source>[] = []
  let isDelivering = false

  function remove(id: string) {
    queue = queue.filter((each) => each.id !== id)
    startNext()
    void deliver()
  }

  function startNext() {
    const free = maxConcurrentUploads - queue.filter(({ state }) => state === 'uploading').length
    const next = queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))
    for (const each of next) {
      each.state = 'uploading'
      void run(each)
    }
  }

  async function run(each: Upload<File, Source>) {
    const { id, file, controller } = each
    try {
      each.source = await ports.upload(file, controller.signal, (sent) => ports.onProgress(id, sent))
      each.state = 'uploaded'
      startNext()
      void deliver()
    } catch (error) {
      if (controller.signal.aborted) return
      ports.onRejected(id, error)
      remove(id)
    }
  }

  /** One delivery at a time: the order of the deliveries is that of the files. */
  async function deliver() {
    const end = queue.findIndex(({ state }) => state !== 'uploaded')
    const completed = queue.slice(0, end < 0 ? queue.length : end)
    if (isDelivering || completed.length === 0) return
    isDelivering = true
    // The state `uploaded` means that there is a source.
    const delivered = completed.map(({ id, source }) => ({ id, source: source as Source }))
    const isAccepted = await ports.deliver(delivered).catch(() => false)
    isDelivering = false
    if (!isAccepted) return
    queue = queue.filter((each) => !completed.includes(each))
    void deliver()
  }

  return {
    add(files) {
      const added = files.map((each) => ({
        ...each,
        controller: new AbortController(),
        state: 'waiting' as const,
      }))
      queue = [...queue, ...added]
      startNext()
    },
    cancel(id) {
      queue.find((each) => each.id === id)?.controller.abort()
      remove(id)
    },
    deliver: () => void deliver(),
  }
}
