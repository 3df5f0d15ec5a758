// The table of moves, kept by the rows themselves: what it does not name is refused, and nothing is written.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { videoStates } from '#shared/schemas/video-job'
import { openDatabase } from '../database/database'
import { newProgress, videoKind } from '../videos/video-kind'
import { makeFolder } from '../workspace.fixture'
import { createJobBoard } from './job-board'

const allowed = [
  'queued → submitting',
  'queued → cancelled',
  'submitting → running',
  'submitting → failed',
  'submitting → interrupted',
  'submitting → unfollowed',
  'running → downloading',
  'running → failed',
  'running → filtered',
  'running → unfollowed',
  'downloading → succeeded',
  'downloading → failed',
  'downloading → unfollowed',
  'failed → running',
  'unfollowed → running',
]

test('every move of a video is made or refused as its table says', () => {
  const connection = openDatabase({ file: join(makeFolder(), 'workspace.db') })
  onTestFinished(() => connection.close())
  let ids = 0
  const open = () =>
    createJobBoard({
      connection,
      changes: { tell: () => {} },
      kind: videoKind,
      now: () => 1,
      newId: () => `job-${++ids}`,
      toView: (job) => job,
    })
  const board = open()
  const made: string[] = []
  for (const from of videoStates) {
    for (const to of videoStates) {
      const input = { model: 'm', prompt: 'A boat.' }
      const [job] = board.add([{ state: from, input, progress: newProgress(null) }])
      const id = job?.id ?? ''
      const move = () => board.change(id, { state: to, progress: { pollCount: 1 } })
      if (allowed.includes(`${from} → ${to}`)) {
        move()
        made.push(`${from} → ${to}`)
      } else {
        expect(move).toThrow(`This job is ${from} and cannot become ${to}.`)
      }
      const isMade = made.includes(`${from} → ${to}`)
      expect(open().find(id)).toMatchObject({
        state: isMade ? to : from,
        progress: { pollCount: isMade ? 1 : 0 },
      })
    }
  }
  expect(made.sort()).toEqual(allowed.sort())
})
