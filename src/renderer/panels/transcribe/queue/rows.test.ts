// The rows of the list, and the list in a few words.
import { expect, test } from 'vitest'
import { makeTranscription } from '../state/transcription.fixture'
import { emptyList, foldTranscriptions } from '../state/transcription-list'
import { describeQueue } from './describe-queue'
import { toRows } from './rows'

const open = (id: string, state: 'queued' | 'sending' | 'paused' = 'queued') =>
  makeTranscription({ id, state })
const ended = (id: string) => makeTranscription({ id, state: 'failed', endedAt: 2 })
const list = (jobs: ReturnType<typeof open>[], total = jobs.length) =>
  foldTranscriptions(emptyList, { type: 'snapshot', jobs, total })
const sound = { id: 's', name: 'new.mp3', bytes: 9, sent: 3 }
const tell = (rows: ReturnType<typeof toRows>) =>
  rows.map((row) => (row.kind === 'head' ? `${row.title} ${row.count}` : row.key))

test('the queue comes first, then what is on its way into it, then what has ended and how much more there is', () => {
  expect(tell(toRows(list([open('a'), open('b'), ended('z')], 1202), [sound]))).toEqual([
    'Queue 3',
    'a',
    'b',
    's',
    'Ended 1200',
    'z',
    'earlier',
  ])
})

test('a part without a file has no title', () => {
  expect(tell(toRows(list([ended('z')]), []))).toEqual(['Ended 1', 'z'])
  expect(tell(toRows(emptyList, [sound]))).toEqual(['Queue 1', 's'])
})

test('the whole is told by what its files do, and those that were not fetched count as well', () => {
  expect(describeQueue(list([open('a', 'sending'), open('b'), open('c', 'paused'), ended('z')], 1203))).toBe(
    '1 under way · 1 queued · 1 paused · 1,200 ended',
  )
  expect(describeQueue(emptyList)).toBe('0 files')
})

test('a file whose job is listed before the call that adds it returns is listed once', () => {
  const job = open('a')
  const added = { ...sound, adding: job.source.media }
  expect(tell(toRows(list([job]), [added]))).toEqual(['Queue 1', 'a'])
  expect(tell(toRows(emptyList, [added]))).toEqual(['Queue 1', 's'])
})
