// Checks the main thread's side of the thread of the request log, with the real one and one that dies.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { defaultRequestLog, ExchangeFilter } from '#shared/schemas/request-log'
import { bundleProgram } from '#workspace/bundled-program.fixture'
import { createChanges } from '#workspace/changes'
import { makeExchange } from '#workspace/exchange-log/exchange.fixture'
import { encodeBatch } from '#workspace/exchange-log/exchange-batch'
import { createExchanges } from '#workspace/exchange-log/exchanges'
import { openLogDatabase } from '#workspace/exchange-log/log-database'
import { countNotIndexed, countWaiting } from '#workspace/exchange-log/log-maintenance'
import { createLogThread } from './workspace-threads'

let program = ''
beforeAll(async () => {
  program = await bundleProgram(new URL('./log-worker.ts', import.meta.url))
})

function open(file = join(mkdtempSync(join(tmpdir(), 'log-thread-')), 'exchanges.db'), worker = program) {
  const errors: Error[] = []
  const log = createExchanges({
    file,
    changes: createChanges(),
    settings: () => defaultRequestLog,
    openLog: createLogThread(worker, (error) => errors.push(error)),
  })
  onTestFinished(log.close)
  return { log, file, errors }
}

test('writes, searches and reads in the thread, and saves what waits when it closes', async () => {
  const { log, file, errors } = open()
  const now = Date.now()
  for (let index = 0; index < 450; index += 1)
    log.add(makeExchange(`n${index}`, now + index, `{"text":"word${index}"}`))
  const { rows } = await log.list({ filter: { text: 'word449' } })
  expect(rows.map(({ id }) => id)).toEqual(['n449'])
  expect(await log.read({ id: 'n7' })).toMatchObject({ responseBody: '{"text":"word7"}' })
  expect((await log.counts({})).total).toBe(450)
  await expect(log.list({ cursor: '{' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  log.add(makeExchange('last', now + 1000))
  await log.close()
  await log.close()
  const { log: again } = open(file)
  expect((await again.list({ limit: 1 })).rows).toMatchObject([{ id: 'last' }])
  expect(errors).toEqual([])
})

function countUnfinished(file: string): readonly number[] {
  const stored = openLogDatabase(file)
  if (!stored) throw new Error('There is no log.')
  try {
    return [countWaiting(stored), countNotIndexed(stored)]
  } finally {
    stored.close()
  }
}

test('ends a thread without work when all is inserted and indexed, and starts another one for the next request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-thread-'))
  const file = join(folder, 'exchanges.db')
  const journal = join(folder, 'journal')
  const worker = join(folder, 'worker.cjs')
  writeFileSync(
    worker,
    `const { appendFileSync } = require('node:fs')
    const note = (event) => appendFileSync(${JSON.stringify(journal)}, event + '\\n')
    note('started')
    require(${JSON.stringify(program)})
    // This listener runs after the one that closes the log.
    require('node:worker_threads').parentPort.on('message', ({ name }) => name === 'close' && note('ended'))`,
  )
  const readJournal = () => readFileSync(journal, 'utf8').trim().split('\n')
  const errors: Error[] = []
  const onNotice = () => {}
  const log = createLogThread(worker, (error) => errors.push(error), 5)({ file, onNotice })
  onTestFinished(log.close)
  const write = (ids: readonly string[]) => {
    const batch = encodeBatch(ids.map((id) => makeExchange(id, Date.now(), `{"text":"${id}"}`)))
    return log.write({ batches: [batch], settings: defaultRequestLog, mediaFolder: null })
  }
  const filter = ExchangeFilter.parse({})
  // A burst: it is stored as it is, and inserted a second later.
  expect(await write(Array.from({ length: 200 }, (_, index) => `n${index}`))).toBe('saved')
  await expect.poll(readJournal).toEqual(['started', 'ended'])
  // The thread has the file open for a moment longer.
  await expect.poll(() => countUnfinished(file)).toEqual([0, 0])
  expect(await write(['next'])).toBe('saved')
  expect((await log.counts(filter)).total).toBe(201)
  expect(readJournal().slice(0, 3)).toEqual(['started', 'ended', 'started'])
  expect(errors).toEqual([])
})
