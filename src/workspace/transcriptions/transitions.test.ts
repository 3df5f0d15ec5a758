// The state transitions of a transcription: exactly those of the table are allowed.
import { expect, test } from 'vitest'
import { transcriptionStates } from '#shared/schemas/transcription-job'
import { checkTransition } from '../jobs/job-store'
import { transcriptionKind } from './transcription-kind'

const allowed = [
  'queued preparing',
  'queued paused',
  'queued cancelled',
  'preparing queued',
  'preparing sending',
  'preparing paused',
  'preparing succeeded',
  'preparing failed',
  'preparing cancelled',
  'sending queued',
  'sending paused',
  'sending succeeded',
  'sending failed',
  'sending interrupted',
  'sending cancelled',
  'paused queued',
  'paused cancelled',
  'failed queued',
  'interrupted queued',
  'cancelled queued',
]

test('rejects all transitions except those of the table', () => {
  const transitions = transcriptionStates.flatMap((from) =>
    transcriptionStates.map((to) => [from, to] as const),
  )
  const passed = transitions.filter(([from, to]) => {
    try {
      checkTransition(transcriptionKind.transitions, from, to)
      return true
    } catch {
      return false
    }
  })
  expect(passed.map((move) => move.join(' ')).sort()).toEqual([...allowed].sort())
})
