// The queue of transcriptions: its rows, their descriptions, and how files are moved.
import { expect, test } from 'vitest'
import type { Piece } from '#shared/schemas/transcription-job'
import { emptyJobList, foldJobs } from '../../../jobs/live-jobs'
import { makeTranscription } from '../state/transcription.fixture'
import { countTranscribedSeconds, describeDetail, describeQueue, describeSkipped } from './describe-job'
import { planMove } from './file-selection'
import { toFailedRows, toRows } from './Queue'

const piece = (state: Piece['state'], part: Partial<Piece> = {}): Piece => ({
  from: 0,
  to: 1000,
  begins: 'silence',
  state,
  sent: 0,
  bytes: 200,
  ...part,
})

test('the reason for waiting has priority over the text, of which a running file shows the end', () => {
  const preview = `${'old '.repeat(400)}new`
  const job = makeTranscription({ state: 'sending', preview, waiting: 'Waits for another upstream.' })
  expect(describeDetail(job)).toEqual({ tone: 'waiting', text: 'Waits for another upstream.' })
  expect(describeDetail({ ...job, waiting: null }).text).toMatch(/^….{9,90} new$/)
  expect(describeDetail({ ...job, waiting: null, state: 'cancelled', endedAt: 2 }).text).toMatch(/^old/)
})

test('skipped silences are counted between, before and after the chunks, which may overlap', () => {
  const settings = { model: 'm', skipSilences: true }
  const pieces = [
    piece('done', { from: 10_000, to: 20_000 }),
    piece('done', { from: 18_000, to: 30_000, begins: 'speech' }),
    piece('done', { from: 35_000, to: 55_000 }),
  ]
  const describe = (part: Parameters<typeof makeTranscription>[0]) =>
    describeSkipped(makeTranscription({ settings, ...part }))
  expect(describe({ pieces })).toBe('0:20 skipped')
  expect(describe({ state: 'succeeded', pieces: [] })).toBe('1:00 skipped')
  expect(describe({ pieces: [piece('done', { from: 0, to: 60_001 })] })).toMatch(/^None/)
  expect(describe({ settings: { model: 'm' }, pieces })).toBeNull()
})

test('what is billed is the audio of the transcribed chunks, or of a file sent whole', () => {
  const source = { ...makeTranscription().source, seconds: 90 }
  const done = [piece('done', { from: 0, to: 20_000 }), piece('done', { from: 60_000, to: 70_000 })]
  const count = (state: 'failed' | 'succeeded' | 'sending', pieces: Piece[]) =>
    countTranscribedSeconds(makeTranscription({ source, state, pieces }))
  expect([count('failed', [...done, piece('failed')]), count('succeeded', [])]).toEqual([30, 90])
  expect([count('failed', []), count('sending', [piece('sending')])]).toEqual([null, null])
})

const queued = (id: string, state: 'queued' | 'sending' | 'paused' = 'queued') =>
  makeTranscription({ id, state })
const ended = (id: string, state: 'succeeded' | 'failed' = 'succeeded') =>
  makeTranscription({ id, state, endedAt: 2 })
const list = (jobs: ReturnType<typeof queued>[], total = jobs.length, failed = 0) =>
  foldJobs(
    emptyJobList,
    { type: 'snapshot', jobs, gone: [], total, failed },
    ({ endedAt }) => endedAt !== null,
  )
const describeRows = (rows: ReturnType<typeof toRows>) =>
  rows.map((row) => (row.kind === 'head' ? `${row.title} ${row.count}` : row.key))

test('the rows are the queue, uploads that are no job yet, ended jobs, and whether there are more', () => {
  const upload = { id: 's', name: 'new.mp3', bytes: 9, sent: 3, isStarted: true }
  const jobs = list([queued('a'), queued('b'), ended('z')], 1202)
  expect(describeRows(toRows(jobs, [upload]))).toEqual([
    ...['Queue 3', 'a', 'b', 's', 'Finished 1200', 'z', 'earlier'],
  ])
  expect(describeRows(toRows(list([queued('a')]), [{ ...upload, id: 'a' }]))).toEqual(['Queue 1', 'a'])
  expect(describeRows(toRows(list([ended('z')]), []))).toEqual(['Finished 1', 'z'])
})

test('only failed files are listed on request, and earlier ones are fetched until all are listed', () => {
  const jobs = [ended('a'), ended('b', 'failed'), queued('c')]
  expect(describeRows(toFailedRows(list(jobs, 900, 2)))).toEqual(['Failed 2', 'b', 'earlier'])
  expect(describeRows(toFailedRows(list(jobs, 900, 1)))).toEqual(['Failed 1', 'b'])
})

test('files are counted by state, including those not read yet', () => {
  const jobs = [queued('a', 'sending'), queued('b'), queued('c', 'paused'), ended('z')]
  expect(describeQueue(list(jobs, 1203))).toBe('1 in progress · 1 queued · 1 paused · 1,200 finished')
  expect(describeQueue(list([ended('a', 'failed'), ended('b')], 400, 3))).toBe('3 failed · 397 finished')
})

test('files move up or down by one, to an end, or where they are dropped, together and in their order', () => {
  const plan = (ids: string, target: Parameters<typeof planMove>[2]) => {
    const move = planMove(['a', 'b', 'c', 'd'], new Set(ids), target)
    return move && `${move.ids.join('')} before ${move.before}`
  }
  expect([
    plan('c', 'up'),
    plan('b', 'down'),
    plan('c', 'down'),
    plan('d', 'first'),
    plan('a', 'last'),
  ]).toEqual([...['c before b', 'b before d', 'c before null', 'd before a', 'a before null']])
  expect([plan('db', 'up'), plan('ab', 'down')]).toEqual(['bd before a', 'ab before d'])
  // At the end, started or finished.
  expect([plan('a', 'up'), plan('d', 'down'), plan('x', 'up')]).toEqual([null, null, null])
})
