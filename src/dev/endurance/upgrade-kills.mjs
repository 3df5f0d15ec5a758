// Kills the application while it upgrades the database of an earlier version.
import { once } from 'node:events'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'libsql'
import { root } from '../paths.mjs'
import { createRandom } from './part.mjs'
import { checkDatabases } from './read-state.mjs'
import { forkProgram, spawnElectron, startProgram } from './running-application.mjs'

const oldFolder = join(root, 'src', 'main', 'testing', 'user-data', 'folder-v6')
const addedTurns = 4000
const addedExchanges = 4000
/** Milliseconds; an upgrade of this folder takes about half of it. */
const maxUpgrade = 1600

/**
 * @param {import('./part.mjs').PartOptions} options
 * @param {import('./kills.mjs').Environment} environment
 * @param {number} kills
 */
export async function killUpgrades({ seed, log, count, check }, { folder, env, program }, kills) {
  const random = createRandom(seed)
  const before = join(folder, 'before the upgrade')
  await cp(oldFolder, before, { recursive: true })
  enlarge(before)
  const expected = countRows(before)
  /** @type {string[]} */
  const problems = []
  let upgraded = 0
  for (let number = 1; number <= kills; number += 1) {
    const data = join(folder, `upgrade ${number}`)
    // SQLite may remove its log only now.
    await cp(before, data, { recursive: true, filter: (path) => !/-(wal|shm)$/.test(path) })
    const isElectron = number % 2 === 1
    const child = isElectron ? await spawnElectron(data, env) : forkProgram(program, data, {})
    const exited = once(child, 'exit')
    await pause((isElectron ? 600 : 0) + random.next() * maxUpgrade)
    child.kill('SIGKILL')
    await exited
    const version = readVersion(data)
    log(`kill ${number} of ${kills} of an upgrade: the database has format ${version}`)
    const running = await startProgram(program, data)
    const conversations = await running.desktop.conversations.list()
    await running.close()
    if (readVersion(data) > version) upgraded += 1
    const found = { ...countRows(data), conversations: conversations.length }
    for (const [name, rows] of Object.entries(expected))
      if (found[/** @type {keyof typeof found} */ (name)] !== rows)
        problems.push(
          `kill ${number}: ${found[/** @type {keyof typeof found} */ (name)]} ${name}, not ${rows}`,
        )
    problems.push(...checkDatabases(data).map((problem) => `kill ${number}: ${problem}`))
    problems.push(...(await checkSnapshots(data, number)))
  }
  count('kills of upgrades', kills)
  count('upgrades that the next start finished', upgraded)
  check('killed upgrades: nothing is lost, and the next start completes them', problems)
}

/** Long enough that a kill hits the upgrade. @param {string} folder */
function enlarge(folder) {
  const database = new Database(join(folder, 'workspace.db'))
  database.exec(`
    BEGIN;
    INSERT INTO conversations (id, title, parameters, created_at, updated_at)
      VALUES ('long', 'A long chat', '{"model":"gen-2.5-flash"}', 1, 1);
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${addedTurns})
      INSERT INTO turns (id, conversation_id, role, state, created_at, parts)
      SELECT 'long' || n, 'long', 'user', 'complete', n,
        json_array(json_object('text', hex(zeroblob(2000)), 'inlineData', json_object('media', printf('%064x', n))))
      FROM numbers;
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${addedExchanges})
      INSERT INTO exchanges (id, started_at, bytes, exchange)
      SELECT 'long' || n, now - n, 4000, json_object(
          'id', 'long' || n, 'endpoint', 'E2', 'route', 'generateContent', 'method', 'POST', 'path', '/', 'model', NULL,
          'upstream', 'demo', 'startedAt', now - n, 'status', 200, 'outcome', 'completed', 'error', NULL,
          'requestBytes', 4000, 'responseBytes', 0, 'usage', NULL, 'timeline', json_array(),
          'times', json_object('sentUpstream', 1, 'upstreamHeaders', 2, 'firstByte', 3, 'total', 4),
          'requestHeaders', json_object(), 'responseHeaders', json_object(),
          'requestBody', hex(zeroblob(2000)), 'responseBody', '')
        FROM numbers, (SELECT unixepoch() * 1000 AS now);
    COMMIT;
  `)
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  database.close()
}

/** @param {string} folder */
function countRows(folder) {
  const count = (/** @type {string} */ file, /** @type {string} */ table) => {
    const database = new Database(join(folder, file), { readonly: true })
    try {
      const row = /** @type {{ total: number }} */ (
        database.prepare(`SELECT count(*) AS total FROM ${table}`).get()
      )
      return row.total
    } finally {
      database.close()
    }
  }
  const isOld = readVersion(folder) < 8
  return {
    conversations: count('workspace.db', 'conversations WHERE deleted_at IS NULL'),
    turns: count('workspace.db', 'turns'),
    jobs: count('workspace.db', 'jobs'),
    items: count('workspace.db', 'items'),
    exchanges: isOld
      ? count('workspace.db', 'exchanges')
      : // The log moves rows of its first format after the start.
        count('exchanges.db', '(SELECT id FROM exchanges UNION SELECT id FROM old_exchanges)'),
  }
}

/** @param {string} folder */
function readVersion(folder) {
  const database = new Database(join(folder, 'workspace.db'), { readonly: true })
  const row = /** @type {{ user_version: number }} */ (database.prepare('PRAGMA user_version').get())
  database.close()
  return row.user_version
}

/** @param {string} data @param {number} number */
async function checkSnapshots(data, number) {
  const names = await readdir(join(data, 'snapshots')).catch(() => [])
  const problems = names
    .filter((name) => name.startsWith('unfinished-'))
    .map((name) => `kill ${number}: snapshots/${name} is left`)
  if (!names.some((name) => /-v6\.db$/.test(name)))
    problems.push(`kill ${number}: no snapshot of the old database`)
  return problems
}
