// The state of the recorder, which the status line shows in every panel.
import { create } from 'zustand'

interface Recorder {
  readonly phase: 'idle' | 'requesting' | 'recording' | 'paused' | 'stopping'
  /** Milliseconds recorded before the last pause. */
  readonly recordedMs: number
  /** When it was started or resumed, by `performance.now()`; null while it is paused. */
  readonly resumedAt: number | null
  /** The name of the microphone; empty until it is open. */
  readonly device: string
  /** Bytes. */
  readonly written: number
  /** Why there is no recording, or why it cannot be written; a message. */
  readonly problem: string | null
}

export const idle: Recorder = {
  phase: 'idle',
  recordedMs: 0,
  resumedAt: null,
  device: '',
  written: 0,
  problem: null,
}

export const useRecorder = create<Recorder>()(() => idle)

/** Milliseconds without the pauses. */
export function readElapsed(): number {
  const { recordedMs, resumedAt } = useRecorder.getState()
  return recordedMs + (resumedAt === null ? 0 : performance.now() - resumedAt)
}
