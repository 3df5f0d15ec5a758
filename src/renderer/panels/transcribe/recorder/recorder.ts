// Records the microphone: every second is written to disk immediately, and a finished recording joins the queue.

import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { Recording } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { readFailure } from '../../../state/media-files'
import { usePreferences } from '../../../state/preferences'
import { toastUndo } from '../../../state/undo'
import { importAudio } from '../state/audio-import'
import { idle, readElapsed, useRecorder } from './recorder-state'

interface ActiveRecording {
  readonly id: string
  readonly startedAt: number
  readonly microphone: Microphone
  readonly media: MediaRecorder
  readonly writer: RecordingWriter
}

let current: ActiveRecording | null = null

const sliceMs = 1000

export async function startRecording(): Promise<void> {
  if (useRecorder.getState().phase !== 'idle') return
  useRecorder.setState({ ...idle, phase: 'requesting' })
  let microphone: Microphone | undefined
  try {
    microphone = await openMicrophone(usePreferences.getState().microphone.deviceId)
    const { id } = await desktop.recordings.start()
    current = record(id, microphone)
    useRecorder.setState({ phase: 'recording', resumedAt: performance.now(), device: microphone.label })
  } catch (error) {
    microphone?.close()
    useRecorder.setState({ ...idle, problem: describeError(error) })
  }
}

export function pauseRecording() {
  if (useRecorder.getState().phase !== 'recording') return
  current?.media.pause()
  useRecorder.setState({ phase: 'paused', recordedMs: readElapsed(), resumedAt: null })
}

export function resumeRecording() {
  if (useRecorder.getState().phase !== 'paused') return
  current?.media.resume()
  useRecorder.setState({ phase: 'recording', resumedAt: performance.now() })
}

/** Adds the recording to the queue. Resolves to whether it has become a file; the recorder shows why it has not. */
export async function stopRecording(): Promise<boolean> {
  const recording = await endRecording()
  if (!recording) return false
  try {
    if (useRecorder.getState().written === 0) await endEmpty(recording.id)
    else {
      await transcribeRecording(recording.id)
      useRecorder.setState(idle)
      return true
    }
  } catch (error) {
    addOrphanedRecording({ ...recording, bytes: useRecorder.getState().written })
    useRecorder.setState({
      ...idle,
      problem: `The recording was saved but couldn’t be added to the queue: ${describeError(error)}`,
    })
  }
  return false
}

async function endEmpty(id: string): Promise<void> {
  const { problem } = useRecorder.getState()
  useRecorder.setState({
    ...idle,
    problem: problem ?? 'Nothing was recorded. Recording stopped before any audio arrived.',
  })
  await desktop.recordings.discard({ id }).catch(() => undefined)
}

/** With undo as long as the toast is shown, which offers the recording again. */
export async function discardRecording(): Promise<void> {
  const recording = await endRecording()
  if (!recording) return
  const { written } = useRecorder.getState()
  useRecorder.setState(idle)
  discardWithUndo({ ...recording, bytes: written })
}

/** Also for a recording left over from an earlier run of the app. */
export function discardWithUndo(recording: { id: string; startedAt: number; bytes: number }) {
  removeOrphanedRecording(recording.id)
  let isDecided = false
  const discard = () => {
    if (isDecided) return
    isDecided = true
    desktop.recordings.discard({ id: recording.id }).catch((error) => toast.error(describeError(error)))
  }
  const undo = () => {
    isDecided = true
    addOrphanedRecording(recording)
  }
  toastUndo('Recording discarded', undo, { isPossible: () => !isDecided, onClose: discard })
}

/** Turns the data on disk into a file, and adds it to the queue. */
export async function transcribeRecording(id: string): Promise<void> {
  const { media, mimeType, name } = await desktop.recordings.finish({ id })
  removeOrphanedRecording(id)
  importAudio([{ media, mimeType, name }])
}

/** Drops unwritable data, so that the rest can be used. */
export function finishWithSavedData() {
  current?.writer.giveUp()
}

export function dismissRecorderProblem() {
  useRecorder.setState({ problem: null })
}

/** From 0 to 1. */
export function readRecordingLevel(): number {
  return current?.microphone.readLevel() ?? 0
}

function record(id: string, microphone: Microphone): ActiveRecording {
  const startedAt = Date.now()
  const writer = createRecordingWriter({
    write: (offset, piece) => postPiece(id, offset, piece),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onProgress: setProgress,
  })
  const media = new MediaRecorder(microphone.stream, { mimeType: 'audio/webm;codecs=opus' })
  media.addEventListener('dataavailable', ({ data }) => writer.add(() => data.arrayBuffer()))
  const endAlone = () => {
    if (current?.id !== id || useRecorder.getState().phase === 'stopping') return
    void stopRecording().then((isSaved) => {
      toast.warning(`Microphone disconnected${isSaved ? '. The recording so far was saved.' : ''}`)
    })
  }
  microphone.onLost(endAlone)
  media.addEventListener('error', endAlone)
  media.start(sliceMs)
  return { id, startedAt, microphone, media, writer }
}

/** Undefined if there is no recording, or if it is being ended already. */
async function endRecording(): Promise<{ id: string; startedAt: number } | undefined> {
  const { phase } = useRecorder.getState()
  if (!current || (phase !== 'recording' && phase !== 'paused')) return undefined
  const { id, startedAt, media, microphone, writer } = current
  useRecorder.setState({ phase: 'stopping', recordedMs: readElapsed(), resumedAt: null })
  await new Promise<void>((resolve) => {
    if (media.state === 'inactive') resolve()
    else {
      media.addEventListener('stop', () => resolve(), { once: true })
      media.stop()
    }
  })
  microphone.close()
  await writer.flush()
  current = null
  return { id, startedAt }
}

function setProgress({ written, problem }: WriteProgress) {
  useRecorder.setState({ written, problem: problem === null ? null : describeError(problem) })
}

async function postPiece(id: string, offset: number, piece: ArrayBuffer): Promise<void> {
  const response = await fetch(`media://recording/${id}?offset=${offset}`, { method: 'POST', body: piece })
  if (!response.ok) throw new Error(await readFailure(response, 'Couldn’t save the recording.'))
}

/** Recordings that are no longer in progress; read once, before this page records anything. */
export const orphanedRecordings = queries.recordings.orphaned.queryOptions({
  gcTime: Number.POSITIVE_INFINITY,
})

function addOrphanedRecording(recording: Recording) {
  changeOrphanedRecordings((others) => [recording, ...others.filter(({ id }) => id !== recording.id)])
}

/** It is no longer offered. */
function removeOrphanedRecording(hidden: string) {
  changeOrphanedRecordings((recordings) => recordings.filter(({ id }) => id !== hidden))
}

function changeOrphanedRecordings(change: (recordings: readonly Recording[]) => Recording[]) {
  queryClient.setQueryData(orphanedRecordings.queryKey, (recordings = []) => change(recordings))
}

interface RecordingWriterPorts {
  /** `offset`: bytes before it. Rejects if it was not written. */
  readonly write: (offset: number, piece: ArrayBuffer) => Promise<void>
  /** Resolves after the given number of milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** The bytes on disk; why the last attempt failed, or null. */
  readonly onProgress: (progress: WriteProgress) => void
}

export interface WriteProgress {
  readonly written: number
  readonly problem: unknown
}

interface RecordingWriter {
  /** Pieces are read and written in the order of these calls. */
  add(read: () => Promise<ArrayBuffer>): void
  /** Resolves once everything that was added is on disk. Never rejects. */
  flush(): Promise<void>
  /** Drops unwritten data. */
  giveUp(): void
}

const minDelayMs = 500
const maxDelayMs = 5_000

export function createRecordingWriter({ write, wait, onProgress }: RecordingWriterPorts): RecordingWriter {
  let written = 0
  let isStopped = false
  let last: Promise<void> = Promise.resolve()

  async function put(read: () => Promise<ArrayBuffer>) {
    let pause = minDelayMs
    while (!isStopped) {
      try {
        const piece = await read()
        if (piece.byteLength === 0) return
        await write(written, piece)
        written += piece.byteLength
        onProgress({ written, problem: null })
        return
      } catch (problem) {
        onProgress({ written, problem })
        await wait(pause)
        pause = Math.min(pause * 2, maxDelayMs)
      }
    }
  }

  return {
    add(read) {
      last = last.then(() => put(read))
    },
    flush: () => last,
    giveUp() {
      isStopped = true
    },
  }
}

interface Microphone {
  readonly stream: MediaStream
  /** The name of the device. */
  readonly label: string
  /** From 0, silence, to 1, full scale, in proportion to decibels. */
  readLevel(): number
  /** Called once if the device is disconnected. */
  onLost(act: () => void): void
  close(): void
}

/** `deviceId` is empty for the system's default. Rejects with a message for the user. */
async function openMicrophone(deviceId: string): Promise<Microphone> {
  const audio = deviceId === '' ? true : { deviceId: { exact: deviceId } }
  const stream = await navigator.mediaDevices.getUserMedia({ audio }).catch((error: unknown) => {
    throw new Error(describeMicrophoneProblem(error, deviceId !== ''))
  })
  const context = new AudioContext()
  // Without this, a page without any click so far would record silence.
  void context.resume()
  const analyser = new AnalyserNode(context, { fftSize: 1024 })
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    stream,
    label: stream.getAudioTracks()[0]?.label ?? '',
    readLevel() {
      analyser.getFloatTimeDomainData(samples)
      return toMeterLevel(samples)
    },
    onLost(act) {
      for (const track of stream.getTracks()) track.addEventListener('ended', act, { once: true })
    },
    close() {
      for (const track of stream.getTracks()) track.stop()
      void context.close()
    },
  }
}

/** The level is 0 below this. */
const minDecibels = -60

export function toMeterLevel(samples: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < samples.length; at += 1) sum += (samples[at] ?? 0) ** 2
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length))
  return Math.max(0, Math.min(1, 1 - decibels / minDecibels))
}

/** `isSelected`: not the system's default. */
function describeMicrophoneProblem(error: unknown, isSelected = false): string {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'Gen Playground doesn’t have access to the microphone. Allow it in your system’s privacy settings, then try again.'
    case 'NotFoundError':
    case 'OverconstrainedError':
      if (isSelected)
        return 'The chosen microphone isn’t connected. Connect it, or choose another one under Recording in the inspector.'
      return 'No microphone found. Connect one, then try again.'
    case 'NotReadableError':
    case 'AbortError':
      return 'No sound from the microphone. Another app may be using it. Close that app, then try again.'
    default:
      return `Couldn’t open the microphone: ${error instanceof Error ? error.message : String(error)}`
  }
}

interface Device {
  readonly deviceId: string
  readonly name: string
}

/** Updated when devices are connected or removed. */
export function useMicrophones(): readonly Device[] {
  const [devices, setDevices] = useState<readonly Device[]>([])
  useEffect(() => {
    let isMounted = true
    const read = async () => {
      const all = await navigator.mediaDevices.enumerateDevices().catch(() => [])
      if (isMounted) setDevices(toMicrophones(all))
    }
    void read()
    navigator.mediaDevices.addEventListener('devicechange', read)
    return () => {
      isMounted = false
      navigator.mediaDevices.removeEventListener('devicechange', read)
    }
  }, [])
  return devices
}

/** Without the system's aliases of other devices. */
export function toMicrophones(
  devices: readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>[],
): Device[] {
  return devices
    .filter(
      ({ kind, deviceId }) => kind === 'audioinput' && !['', 'default', 'communications'].includes(deviceId),
    )
    .map(({ deviceId, label }, at) => ({ deviceId, name: label || `Microphone ${at + 1}` }))
}
