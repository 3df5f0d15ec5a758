// Checks progress and errors of the thread that upgrades a database.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { StartState } from '#shared/schemas/application-status'
import { bundleProgram } from '#workspace/bundled-program.fixture'
import { closeDatabase, openDatabase } from '#workspace/database/database'
import { schema } from '#workspace/database/schema'
import { upgradeInThread } from './database-thread'
import { migrations as laterFormats } from './testing/later-formats.fixture'

let program = ''
beforeAll(async () => {
  const later = fileURLToPath(new URL('./testing/later-formats.fixture.ts', import.meta.url))
  program = await bundleProgram(new URL('./database-worker.ts', import.meta.url), {
    './schema': later,
  })
})

async function makeFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'upgrade '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'workspace.db')
}

test('upgrades a database of an earlier version without blocking this thread, and reports progress', async () => {
  const file = await makeFile()
  const before = openDatabase({ file, migrations: [schema] })
  before.run("INSERT INTO settings VALUES ('theme', '\"dark\"')")
  // Copying takes long enough for the timer even on a busy machine.
  for (const key of ['padding 1', 'padding 2', 'padding 3', 'padding 4'])
    before.run('INSERT INTO settings VALUES (?, ?)', [key, 'x'.repeat(60_000_000)])
  closeDatabase(before)
  const states: StartState[] = []
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 1)
  await upgradeInThread(program, file, (state) => states.push(state))
  clearInterval(counting)
  expect(states[0]).toEqual({ type: 'copying', progress: 0 })
  expect(states.filter(({ type }) => type === 'updating')).toEqual(
    [1, 2].map((step) => ({ type: 'updating', step, total: 2 })),
  )
  expect(turns).toBeGreaterThan(10)
  const after = openDatabase({ file, migrations: laterFormats })
  expect(after.get("SELECT value FROM settings WHERE key = 'theme'")).toMatchObject({ value: '"dark"' })
  closeDatabase(after)
})

test('reports a file that cannot be opened with code and message', async () => {
  const file = await makeFile()
  await writeFile(file, 'not a database '.repeat(500))
  await expect(upgradeInThread(program, file, () => {})).rejects.toMatchObject({
    code: 'INTERNAL',
    message: expect.stringContaining(`The database ${file} is damaged`),
  })
})
