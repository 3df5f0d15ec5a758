// The states of a transcription: every move that the table has, and none that it has not.
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

test('every move but those of the table is refused', () => {
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
