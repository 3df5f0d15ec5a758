// Recordings that are on the disk and in no queue: a crash has left them, or the user has thought better of discarding one.
import { create } from 'zustand'
import type { Recording } from '#shared/schemas/transcription-job'
import { desktop } from '../../../api/desktop'

export const useLeftRecordings = create<{ readonly recordings: readonly Recording[] }>()(() => ({
  recordings: [],
}))

let reading: Promise<void> | undefined

/** Once for each page, before it records anything. */
export function readLeftRecordings(): Promise<void> {
  reading ??= read().catch((error) => {
    reading = undefined
    throw error
  })
  return reading
}

export function leaveRecording(recording: Recording) {
  hideLeftRecording(recording.id)
  useLeftRecordings.setState(({ recordings }) => ({ recordings: [recording, ...recordings] }))
}

/** It is offered no more. */
export function hideLeftRecording(hidden: string) {
  useLeftRecordings.setState(({ recordings }) => ({
    recordings: recordings.filter(({ id }) => id !== hidden),
  }))
}

async function read(): Promise<void> {
  const recordings = await desktop.recordings.leftOver()
  useLeftRecordings.setState({ recordings })
}
