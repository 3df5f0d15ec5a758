// Records the microphone: every second is written to disk immediately, and a finished recording joins the queue.

import { toast } from 'sonner'
import type { Recording } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { readFailure } from '../../../state/media-files'
import { usePreferences } from '../../../state/preferences'
import { toastUndo } from '../../../state/undo'
import { importAudio } from '../state/audio-import'
import { type Microphone, openMicrophone } from './microphone'
import { idle, readElapsed, useRecorder } from './recorder-state'
import { createRecordingWriter, type RecordingWriter, type WriteProgress } from './recording-writer'

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
