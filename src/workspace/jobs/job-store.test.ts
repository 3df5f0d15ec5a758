// Stored jobs: what the start reads, damaged rows, the order of the queue, failed changes, and allowed transitions.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Changes } from '../changes'
import type { Connection } from '../database/connection'
import { openDatabase } from '../database/database'
import { makeFolder } from '../workspace.fixture'
import type { JobKind } from './job-rows'
import { JobStore } from './job-store'

type State = 'queued' | 'working' | 'done'

const kind: JobKind<State, string, { steps: number }> = {
  name: 'video',
  state: z.enum(['queued', 'working', 'done']),
  input: z.string(),
  progress: z.object({ steps: z.number() }),
  transitions: { queued: ['working'], working: ['done'], done: ['queued'] },
  open: ['queued', 'working'],
}

function openRows(): Connection {
  const connection = openDatabase({ file: join(makeFolder(), 'workspace.db') })
  onTestFinished(() => connection.close())
  return connection
}

let ids = 0
const openStore = (connection: Connection, changes: Pick<Changes, 'emit'> = { emit: () => {} }) =>
  new JobStore({
    connection,
    changes,
    kind,
    now: () => 1,
    newId: () => `job-${++ids}`,
    toView: ({ id, input, state }) => ({ id, input, state }),
  })

const addAll = (store: ReturnType<typeof openStore>, ...inputs: string[]) =>
  store.add(inputs.map((input) => ({ state: 'queued' as const, input, progress: { steps: 0 } })))

const inputs = (jobs: readonly { input: string }[]) => jobs.map(({ input }) => input).join('')

test('the start does not read a thousand ended jobs', () => {
  const connection = openRows()
  const store = openStore(connection)
  const names = Array.from({ length: 1000 }, (_, index) => `${index} `)
  store.add(names.map((input) => ({ state: 'done', input, progress: { steps: 0 } })))
  addAll(store, 'a', 'b')
  let read = 0
  const queries: string[] = []
  const counted: Connection = {
    ...connection,
    all: <Row>(sql: string, values: readonly (string | number | null)[] = []) => {
      const rows = connection.all<Row>(sql, values)
      read += rows.length
      queries.push(sql)
      return rows
    },
  }
  expect(inputs(openStore(counted).listOpen())).toBe('ab')
  expect([read, queries.length]).toEqual([2, 1])
  const plan = connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${queries[0]}`, ['video'])
  expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH jobs USING INDEX jobs_open (kind=?)'])
})

test('a snapshot has all open jobs and the newest 200 ended ones, read by index only', async () => {
  const connection = openRows()
  const store = openStore(connection)
  store.add(
    Array.from({ length: 500 }, (_, index) => ({
      state: 'done',
      input: String(index),
      progress: { steps: 0 },
    })),
  )
  addAll(store, 'open')
  const abortController = new AbortController()
  for await (const event of store.watch(abortController.signal)) {
    expect([event.jobs.length, event.jobs[0]?.input, event.jobs[1]?.input, event.total]).toEqual([
      201,
      'open',
      '499',
      501,
    ])
    const [last] = event.jobs.slice(-1)
    expect(inputs(store.listEarlier({ before: last?.id ?? '', limit: 2 }))).toBe('299298')
    break
  }
  const sql =
    'SELECT id FROM jobs WHERE kind = ? AND open = 0 AND deleted_at IS NULL ORDER BY seq DESC LIMIT 200'
  const plan = connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ['video'])
  expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH jobs USING INDEX jobs_listed (kind=?)'])
})

test('a slow watcher receives the newest state of each job, and what was removed, in one event', async () => {
  const store = openStore(openRows())
  const [a, b] = addAll(store, 'a', 'b').map(({ id }) => id)
  store.add([{ state: 'done', input: 'c', progress: { steps: 0 } }])
  const watching = store.watch()
  const c = (await watching.next()).value?.jobs.at(-1)?.id ?? ''
  store.publish(a ?? '')
  store.clear({ ids: [c] })
  store.publish(b ?? '')
  store.publish(a ?? '')
  expect((await watching.next()).value).toMatchObject({
    type: 'changes',
    jobs: [{ id: a }, { id: b }],
    gone: [c],
  })
  store.clear({ ids: [c] })
  store.restore({ ids: [c] })
  expect((await watching.next()).value).toMatchObject({ jobs: [{ id: c }], gone: [], total: 3 })
})

test('a damaged row is left out and does not affect others', () => {
  const connection = openRows()
  const jobs = addAll(openStore(connection), 'a', 'b', 'c', 'd')
  const [a, b, c] = jobs.map(({ id }) => id)
  connection.run('UPDATE jobs SET progress = ? WHERE id = ?', ['{', a ?? ''])
  connection.run('UPDATE jobs SET input = ? WHERE id = ?', ['{}', b ?? ''])
  connection.run('UPDATE jobs SET state = ? WHERE id = ?', ['dreaming', c ?? ''])
  const store = openStore(connection)
  expect(inputs(store.listOpen())).toBe('d')
  expect(() => store.find(a ?? '')).toThrow('Job not found.')
  addAll(store, 'e')
  expect(inputs(openStore(connection).listOpen())).toBe('de')
})

test('the queue retains its order after many moves and across a restart', () => {
  const connection = openRows()
  const store = openStore(connection)
  const [a, b, c] = addAll(store, 'a', 'b', 'c').map(({ id }) => id) as [string, string, string]
  store.move({ id: c, before: a })
  expect(inputs(store.listOpen())).toBe('cab')
  store.move({ id: c, before: null })
  store.move({ id: a, before: a })
  expect(inputs(store.listOpen())).toBe('abc')
  for (let round = 0; round < 200; round += 1) {
    store.move({ id: c, before: b })
    store.move({ id: b, before: c })
  }
  expect(inputs(store.listOpen())).toBe('abc')
  addAll(store, 'd')
  expect(inputs(openStore(connection).listOpen())).toBe('abcd')
  expect(() => store.move({ id: 'x', before: null })).toThrow('id: job not found in the queue')
  expect(() => store.move({ id: a, before: 'x' })).toThrow('before: job not found in the queue')
})

test('a reopened job goes to the end of the queue', () => {
  const store = openStore(openRows())
  const [a] = addAll(store, 'a', 'b')
  const id = a?.id ?? ''
  store.change(id, { state: 'working' })
  expect(store.change(id, { state: 'done' })).toMatchObject({ endedAt: 1 })
  expect(store.change(id, { state: 'queued' })).toMatchObject({ endedAt: null })
  expect(inputs(store.listOpen())).toBe('ba')
})

const fail = () => {
  throw new Error('No room.')
}

test.each([
  [
    'a transition that the kind does not allow',
    { state: 'done' },
    'This job is queued and can’t become done.',
  ],
  ['a change whose `within` callback throws', { state: 'working', within: fail }, 'No room.'],
] as const)('%s is rejected by name, and changes nothing', (_, change, message) => {
  const connection = openRows()
  const store = openStore(connection)
  const [job] = addAll(store, 'a')
  const id = job?.id ?? ''
  expect(() => store.change(id, { ...change, progress: { steps: 1 } })).toThrow(message)
  const unchanged = { state: 'queued', progress: { steps: 0 } }
  expect([store.find(id), openStore(connection).find(id)]).toMatchObject([unchanged, unchanged])
})

test('a new state emits a status change, new progress does not', () => {
  let count = 0
  const publish = () => {
    count += 1
  }
  const store = openStore(openRows(), { emit: publish })
  const [job] = addAll(store, 'a', 'b')
  const id = job?.id ?? ''
  expect(count).toBe(1)
  store.change(id, { progress: { steps: 1 } })
  expect(count).toBe(1)
  store.change(id, { state: 'working' })
  expect(count).toBe(2)
})
