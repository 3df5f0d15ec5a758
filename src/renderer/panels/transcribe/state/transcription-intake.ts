// Sounds on their way into the queue of transcriptions: progress, cancelling, why one was refused, and what they wait for.
import { create } from 'zustand'
import type { AudioSource } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { uploadFile } from '../../../state/media-files'
import { type Arrived, createArrivals } from './arrivals'
import { describeProblems, readTranscriptionForm, transcriptionForm } from './transcription-form'

export interface ArrivingSound {
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly sent: number
  /** The file's hash while it is being added: its job may be listed before that call returns. */
  readonly adding?: string
}

interface TranscriptionIntake {
  readonly arriving: readonly ArrivingSound[]
  /** Sentences, until the user has read them. */
  readonly refusals: readonly string[]
  /** Why what has arrived is not in the queue yet; a sentence. */
  readonly obstacle: string | null
}

export const useTranscriptionIntake = create<TranscriptionIntake>()(() => ({
  arriving: [],
  refusals: [],
  obstacle: null,
}))

/** The most that one call takes. */
const mostSources = 1000

const arrivals = createArrivals<File | AudioSource, AudioSource>({
  keep: async (file, signal, onProgress) => {
    if (!(file instanceof File)) return file
    const { media, mimeType, name } = await uploadFile(file, { signal, onProgress, use: 'sound' })
    return { media, mimeType, name: name.slice(-300) }
  },
  handOn: addToQueue,
  onRefused: (id, error) => {
    refuseSounds([error instanceof Error ? error.message : String(error)])
    forget([id])
  },
  onProgress: (id, sent) =>
    useTranscriptionIntake.setState(({ arriving }) => ({
      arriving: arriving.map((sound) => (sound.id === id ? { ...sound, sent } : sound)),
    })),
})

/** Files that are looked at in one go: hundreds may be dropped, and the browser goes to the disk for each. */
const atOnce = 20

/** Each by itself: one that is refused stops no other. */
export function takeSounds(files: readonly (File | AudioSource)[]) {
  useTranscriptionIntake.setState({ refusals: [] })
  // After the event that has brought them, which has cost its own time.
  setTimeout(() => takeSome(files))
}

function takeSome(all: readonly (File | AudioSource)[]) {
  const files = all.slice(0, atOnce)
  // Asked once: the browser looks at the disk for a file's size, each time.
  const sized = files.map((file) => ({ file, bytes: file instanceof File ? file.size : null }))
  const empty = sized.filter(({ bytes }) => bytes === 0)
  refuseSounds(empty.map(({ file }) => `${file.name} is empty: it has no bytes.`))
  const taken = sized
    .filter((each) => !empty.includes(each))
    .map((each) => ({ ...each, id: crypto.randomUUID() }))
  const arriving = taken.map(({ id, file, bytes }) => ({ id, name: file.name, bytes: bytes ?? 0, sent: 0 }))
  useTranscriptionIntake.setState((state) => ({ arriving: [...state.arriving, ...arriving] }))
  arrivals.take(taken.map(({ id, file }) => ({ id, file })))
  if (all.length > atOnce) setTimeout(() => takeSome(all.slice(atOnce)))
}

export function refuseSounds(sentences: readonly string[]) {
  if (sentences.length === 0) return
  useTranscriptionIntake.setState(({ refusals }) => ({ refusals: [...refusals, ...sentences] }))
}

export function dismissSoundRefusals() {
  useTranscriptionIntake.setState({ refusals: [] })
}

export function cancelArrivingSound(id: string) {
  arrivals.cancel(id)
  forget([id])
}

/** What has arrived waits for nothing else than another try. */
export function addArrivedSounds() {
  arrivals.handOn()
}

// What is wrong with the settings may be right by now.
transcriptionForm.useForm.subscribe(() => {
  if (useTranscriptionIntake.getState().obstacle !== null) arrivals.handOn()
})

async function addToQueue(arrived: readonly Arrived<AudioSource>[]): Promise<boolean> {
  try {
    await transcriptionForm.open()
    const { settings, problems } = readTranscriptionForm(transcriptionForm.useForm.getState().form)
    if (!settings) throw new Error(describeProblems(problems))
    markAdding(arrived)
    for (let at = 0; at < arrived.length; at += mostSources) {
      const part = arrived.slice(at, at + mostSources)
      const { refused } = await desktop.transcriptions.add({
        sources: part.map(({ kept }) => kept),
        settings,
      })
      refuseSounds(refused.map(({ reason }) => reason))
    }
  } catch (error) {
    useTranscriptionIntake.setState(({ arriving }) => ({
      obstacle: describeError(error),
      arriving: arriving.map(({ adding: _, ...sound }) => sound),
    }))
    return false
  }
  useTranscriptionIntake.setState({ obstacle: null })
  forget(arrived.map(({ id }) => id))
  return true
}

function markAdding(arrived: readonly Arrived<AudioSource>[]) {
  const hashes = new Map(arrived.map(({ id, kept }) => [id, kept.media]))
  useTranscriptionIntake.setState(({ arriving }) => ({
    arriving: arriving.map((sound) => {
      const adding = hashes.get(sound.id)
      return adding === undefined ? sound : { ...sound, adding }
    }),
  }))
}

function forget(ids: readonly string[]) {
  const gone = new Set(ids)
  useTranscriptionIntake.setState(({ arriving, obstacle }) => {
    const left = arriving.filter(({ id }) => !gone.has(id))
    return { arriving: left, obstacle: left.length > 0 ? obstacle : null }
  })
}
