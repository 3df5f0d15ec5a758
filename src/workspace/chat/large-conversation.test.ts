// A conversation of 10,000 turns: only the shown turns are read.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { catalog } from '#shared/models/catalog'
import { emptyPrices } from '#shared/prices/cost'
import type { ChatEvent } from '#shared/schemas/chat'
import { createChanges } from '../changes'
import { type Connection, connect } from '../database/connection'
import { openDatabase } from '../database/database'
import { openMedia } from '../media/media'
import { scriptService } from '../scripted-service.fixture'
import { applyEvents, makeFolder, openSaves, parameters, respondNext } from '../workspace.fixture'
import { type ChatService, createChat } from './chat'

const length = 10_000

/** Turns t1 … t10000 in one branch; t9991b is an alternate of t9991. */
function fill(file: string): void {
  const connection = openDatabase({ file })
  connection.exec(`
    INSERT INTO conversations (id, title, parameters, head_turn_id, created_at, updated_at)
      VALUES ('c', 'Long', '{"model":"gen-2.5-pro"}', 't${length}', 0, 0);
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${length})
    INSERT INTO turns (id, conversation_id, parent_id, role, state, created_at, usage, parts)
      SELECT 't' || n, 'c', CASE WHEN n > 1 THEN 't' || (n - 1) END, CASE n % 2 WHEN 1 THEN 'user' ELSE 'model' END,
        'complete', n, CASE n % 2 WHEN 0 THEN '{"totalTokenCount":2,"novel":1}' END, '[{"text":"' || n || '"}]' FROM n;
    INSERT INTO turns (id, conversation_id, parent_id, role, state, created_at, parts)
      VALUES ('t9991b', 'c', 't9990', 'user', 'complete', 0, '[{"text":"beside"}]');
  `)
  connection.close()
}

/** Counts the turns whose parts are read. */
function countReading(connection: Connection) {
  let parts = 0
  const count = <Row>(row: Row): Row => {
    if (typeof row === 'object' && row !== null && 'parts' in row) parts += 1
    return row
  }
  type Values = readonly (string | number | null)[]
  const counted: Connection = {
    ...connection,
    get: <Row>(sql: string, values?: Values) => count(connection.get<Row>(sql, values)),
    all: <Row>(sql: string, values?: Values) => connection.all<Row>(sql, values).map(count),
  }
  /** Since the last call. */
  const countParts = () => {
    const before = parts
    parts = 0
    return before
  }
  return { connection: counted, countParts }
}

async function openLong() {
  const folder = makeFolder()
  const file = join(folder, 'workspace.db')
  fill(file)
  const counted = countReading(connect(file))
  const media = await openMedia(join(folder, 'media'))
  const changes = createChanges()
  const service = scriptService()
  let ids = 0
  const newId = () => {
    ids += 1
    return `new${ids}`
  }
  const { connection } = counted
  const chat: ChatService = createChat({
    ...{ connection, media, send: service.send, changes, now: () => 1, newId, ...openSaves(folder) },
    models: () => catalog,
    canWriteTitles: () => false,
    currentProvider: () => 'demo',
    hasOwnModels: () => false,
    prices: () => emptyPrices,
  })
  onTestFinished(async () => {
    await chat.close()
    connection.close()
    await media.close()
  })
  return { chat, service, connection, countParts: counted.countParts }
}

/** Watches the conversation, and reads one item after the other. */
function watchLong(chat: ChatService) {
  const iterator = chat.watch({ conversationId: 'c' })[Symbol.asyncIterator]()
  const events: ChatEvent[] = []
  return {
    events,
    async nextEvents(): Promise<ChatEvent[]> {
      const { value } = await iterator.next()
      events.push(...value)
      return value
    },
  }
}

test('opening reads the last thirty turns only; all ids follow with the next read', async () => {
  const { chat, countParts } = await openLong()
  const { events, nextEvents } = watchLong(chat)
  await nextEvents()
  const end = applyEvents(events)
  expect(end.branch).toEqual(Array.from({ length: 30 }, (_, at) => `t${length - 29 + at}`))
  expect(end.turns.map(({ id }) => id)).toEqual(end.branch)
  expect(end).toMatchObject({ isEnd: true, alternates: { t9991: ['t9991', 't9991b'] }, totals: null })
  await nextEvents()
  const whole = applyEvents(events)
  expect(whole.branch.length).toBe(length)
  expect([whole.branch[0], whole.branch.at(-1)]).toEqual(['t1', `t${length}`])
  expect(whole).toMatchObject({ isEnd: false, alternates: { t9991: ['t9991', 't9991b'] }, turns: end.turns })
  expect(whole.totals).toMatchObject({ promptTokens: null, outputTokens: null, totalTokens: length })
  expect(countParts()).toBe(30)
  const requested = chat.turns({ conversationId: 'c', turnIds: ['t5000', 't1'] })
  expect(requested.map(({ parts }) => parts)).toEqual([[{ text: '5000' }], [{ text: '1' }]])
  expect(countParts()).toBe(2)
})

test('changes before the full branch is loaded are included in it once', async () => {
  const { chat } = await openLong()
  const fullWatcher = watchLong(chat)
  await fullWatcher.nextEvents()
  await fullWatcher.nextEvents()
  const { events, nextEvents } = watchLong(chat)
  await nextEvents()
  chat.switch({ conversationId: 'c', turnId: 't9991b' })
  await nextEvents()
  expect(events.map(({ type }) => type)).toEqual(['snapshot', 'conversation', 'branch', 'totals'])
  const view = applyEvents(events)
  expect(view.branch).toHaveLength(9991)
  expect(view.branch.at(-1)).toBe('t9991b')
  expect(view.alternates).toEqual({ t9991b: ['t9991', 't9991b'] })
  // Later events apply to both watchers.
  chat.switch({ conversationId: 'c', turnId: 't9991' })
  await nextEvents()
  // Two changes wait as one event.
  await fullWatcher.nextEvents()
  expect(applyEvents(events).branch).toEqual(applyEvents(fullWatcher.events).branch)
})

test('a branch through a deleted turn has no end', async () => {
  const { chat, connection } = await openLong()
  connection.exec("UPDATE turns SET deleted_at = 1 WHERE id = 't9985'")
  const { events, nextEvents } = watchLong(chat)
  await nextEvents()
  expect(applyEvents(events)).toMatchObject({ isEnd: false, branch: [] })
})

test('switching reads and publishes only changes', async () => {
  const { chat, countParts } = await openLong()
  const { events, nextEvents } = watchLong(chat)
  await nextEvents()
  await nextEvents()
  countParts()
  chat.switch({ conversationId: 'c', turnId: 't9991b' })
  expect((await nextEvents())[0]).toEqual({
    type: 'branch',
    from: 9990,
    ids: ['t9991b'],
    alternates: { t9991b: ['t9991', 't9991b'] },
  })
  chat.switch({ conversationId: 'c', turnId: 't9991' })
  expect((await nextEvents())[0]).toMatchObject({ from: 9990, ids: { length: 10 } })
  await chat.deleteTurn({ conversationId: 'c', turnId: 't9999' })
  expect((await nextEvents())[0]).toEqual({ type: 'branch', from: 9998, ids: [], alternates: {} })
  await chat.restoreTurn({ conversationId: 'c', turnId: 't9999' })
  expect((await nextEvents())[0]).toEqual({
    type: 'branch',
    from: 9998,
    ids: ['t9999', 't10000'],
    alternates: {},
  })
  chat.edit({ conversationId: 'c', turnId: 't10000', parts: [{ text: 'Mine.' }], parameters })
  await nextEvents()
  expect(applyEvents(events).branch.at(-1)).toBe('new1')
  expect(countParts()).toBeLessThan(20)
})

test('a prompt reads the branch once, for the request', async () => {
  const { chat, service, countParts } = await openLong()
  chat.send({ conversationId: 'c', parts: [{ text: 'More?' }], parameters })
  const call = await respondNext(service, { text: 'Less.' })
  expect(call.body.contents).toHaveLength(length + 1)
  await expect.poll(() => chat.countRunning()).toBe(0)
  expect(countParts()).toBeLessThan(length + 50)
})
