// The request log: its list, its limits, and damaged, locked or newer files.
import { readdirSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { Exchange } from '#shared/schemas/exchange'
import { createChanges } from '../changes'
import { connect } from '../database/connection'
import { holdLock } from '../database/lock-holder.fixture'
import { ask, makeFolder, openTestWorkspace } from '../workspace.fixture'
import { makeExchange } from './exchange.fixture'
import { createExchanges } from './exchanges'
import { logDatabaseIn } from './log-database'

function openLog(folder = makeFolder()) {
  const file = logDatabaseIn(folder)
  const log = createExchanges({ file, changes: createChanges() })
  onTestFinished(log.close)
  return { log, file, folder }
}

const idsOf = (exchanges: readonly Exchange[]) => exchanges.map(({ id }) => id)

test('lists complete exchanges newest first, and skips a damaged one', () => {
  const { log, file } = openLog()
  const exchanges = [makeExchange('a', 1000), makeExchange('b', 3000), makeExchange('c', 2000)]
  for (const each of exchanges) log.add(each)
  expect(log.list({ limit: 100 })).toEqual([exchanges[1], exchanges[2], exchanges[0]])
  expect(log.list({ limit: 1 })).toEqual([exchanges[1]])
  log.add(makeExchange('d', 500))
  expect(log.read({ id: 'd' })).toEqual(makeExchange('d', 500))
  expect(log.read({ id: 'gone' })).toBeNull()
  const direct = connect(file)
  direct.run("UPDATE exchanges SET summary = '{' WHERE id = 'b'")
  direct.close()
  expect(idsOf(log.list({ limit: 100 }))).toEqual(['c', 'a', 'd'])
  expect(log.read({ id: 'b' })).toBeNull()
})

test('keeps the newest exchanges, within limits of number and size', () => {
  const ports = { file: logDatabaseIn(makeFolder()), changes: createChanges() }
  const many = createExchanges({ ...ports, limits: { rows: 50, bytes: 1_000_000 } })
  for (let index = 0; index < 720; index += 1) many.add(makeExchange(`n${index}`, index))
  const listed = many.list({ limit: 500 })
  expect([listed.length, listed[0]?.id, listed.at(-1)?.id]).toEqual([50, 'n719', 'n670'])
  many.close()
  const large = createExchanges({ ...ports, limits: { rows: 50, bytes: 10_000 } })
  for (let index = 0; index < 9; index += 1)
    large.add(makeExchange(`l${index}`, 1000 + index, 'x'.repeat(3000)))
  expect(idsOf(large.list({ limit: 500 }))).toEqual(['l8', 'l7'])
  large.close()
})

test('starts over with a new file if the old one is damaged, and retains the old one', () => {
  const folder = makeFolder()
  writeFileSync(logDatabaseIn(folder), 'not a database '.repeat(500))
  const { log } = openLog(folder)
  log.add(makeExchange('a', 1000))
  expect(idsOf(log.list({ limit: 10 }))).toEqual(['a'])
  const [old] = readdirSync(folder).filter((name) => name.startsWith('exchanges-old-'))
  expect(log.notice()).toBe(
    `The request log was damaged. The log starts over. The old one is ${old} in the data folder.`,
  )
})

test('starts over if the file is damaged while it is open', () => {
  const { log, file } = openLog()
  for (let index = 0; index < 50; index += 1) log.add(makeExchange(`n${index}`, index, 'x'.repeat(5000)))
  log.list({ limit: 1 })
  const direct = connect(file)
  direct.get('PRAGMA wal_checkpoint(TRUNCATE)')
  direct.close()
  writeFileSync(file, Buffer.alloc(300_000, 7))
  log.add(makeExchange('later', 9000))
  expect(idsOf(log.list({ limit: 10 }))).toEqual(['later'])
  expect(log.notice()).toContain('The request log was damaged.')
})

test('starts over beside a log of a newer version', () => {
  const { log, file, folder } = openLog()
  const direct = connect(file)
  direct.exec('CREATE TABLE of_later (x); PRAGMA user_version = 99')
  direct.close()
  log.add(makeExchange('a', 1000))
  expect(idsOf(log.list({ limit: 10 }))).toEqual(['a'])
  expect(log.notice()).toContain(
    'The request log was written by a newer version (format 99; this version supports up to 1).',
  )
  expect(readdirSync(folder).filter((name) => name.startsWith('exchanges-old-'))).toHaveLength(1)
})

test('holds exchanges in memory while another program has the log locked, and saves each once afterwards', async () => {
  const { log, file } = openLog()
  log.add(makeExchange('before', 1000))
  log.list({ limit: 1 })
  const holder = await holdLock(file)
  log.add(makeExchange('while locked', 2000))
  expect(idsOf(log.list({ limit: 10 }))).toEqual(['while locked', 'before'])
  expect(log.read({ id: 'while locked' })?.startedAt).toBe(2000)
  await holder.release()
  const direct = connect(file)
  onTestFinished(direct.close)
  await expect
    .poll(() => direct.all('SELECT id FROM exchanges ORDER BY seq'))
    .toMatchObject([{ id: 'before' }, { id: 'while locked' }])
})

test('a damaged log stops neither the start nor a prompt', async () => {
  const folder = makeFolder()
  writeFileSync(logDatabaseIn(folder), 'not a database '.repeat(500))
  const workspace = await openTestWorkspace(folder)
  expect(await ask(workspace, 'Hello')).toMatchObject({ conversationId: expect.any(String) })
  workspace.app.exchanges.add(makeExchange('a', 1000))
  expect(idsOf(workspace.app.exchanges.list({ limit: 10 }))).toEqual(['a'])
  expect(workspace.app.exchanges.notice()).toContain('The request log was damaged.')
})
