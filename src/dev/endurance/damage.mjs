// Damages one value of one row after the other: nothing else may be affected.
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'libsql'
import { createRandom } from '../random.mjs'
import { selectService } from '../running-application.mjs'
import { withFolder } from '../temporary-folder.mjs'
import { listMissing, readState, waitUntilIdle } from './read-state.mjs'
import { startProgram } from './running-program.mjs'
import { openCountingService, storeAudio, works } from './user-work.mjs'

/** @typedef {import('./run-parts.mjs').PartOptions} PartOptions */
/** @typedef {import('./read-state.mjs').State} State */
/** @typedef {{ table: string, column: string, form: string }} Damage */
/** @typedef {{ folder: string, intact: string, before: State }} Environment */

/** The lists that lose an entry with a damaged row. @type {Record<string, readonly string[]>} */
const dependents = {
  conversations: ['conversations', 'turns', 'branches', 'items'],
  turns: ['turns', 'branches', 'items'],
  items: ['items'],
  jobs: ['videos', 'transcriptions'],
  transcripts: ['transcriptions'],
  embedding_sets: ['sets'],
  embedding_rows: ['sets'],
  drafts: ['drafts'],
  forms: ['forms'],
  recordings: ['recordings'],
  shelf: ['templates'],
}

/** How a value is damaged. @type {Record<string, (value: any) => any>} */
const forms = {
  null: () => null,
  'cut off': (value) => (typeof value === 'string' ? value.slice(0, Math.ceil(value.length / 2)) : -1),
  'of another type': (value) => (typeof value === 'string' ? 7 : 'text'),
}

/** @type {import('./run-parts.mjs').Part} */
export const part = {
  description: 'one in this many values of all tables damaged, one after the other',
  amounts: { full: 2, ci: 80 },
  run: (options) =>
    withFolder(async (folder) => {
      const intact = join(folder, 'intact')
      await damageRows(options, { folder, intact, before: await createData(intact) })
    }),
}

/** All kinds of work, so that all tables have rows. @param {string} data */
async function createData(data) {
  const service = await openCountingService()
  const audio = await storeAudio(data)
  const running = await startProgram(data)
  await selectService(running.desktop, service.url)
  for (const [number, name] of Object.keys(works).entries()) {
    const tag = `#1-${number}#`
    await works[name]?.({ ...running, tag, audio, write: () => `Count ${tag}` })
  }
  await waitUntilIdle(running.desktop)
  await running.desktop.library.reconcile()
  const state = await readState(running.desktop)
  await running.close()
  service.close()
  return state
}

/** Three ways for each column, of which a random selection is tried. @param {PartOptions} options @param {Environment} environment */
async function damageRows({ amount, seed, log, check }, environment) {
  const random = createRandom(seed)
  // A closed database may delete its log later, when the intact folder is being copied.
  const listed = join(environment.folder, 'listed')
  await cp(environment.intact, listed, { recursive: true })
  const selected = listDamages(listed).filter(() => random.integer(amount) === 0)
  /** @type {string[]} */
  const problems = []
  for (const damage of selected) {
    const found = await tryDamage(environment, damage)
    problems.push(...found.map((problem) => `${damage.table}.${damage.column} ${damage.form}: ${problem}`))
  }
  log(`${selected.length} damaged values`)
  check('a damaged row affects nothing else', problems)
}

/** @param {string} folder @returns {Damage[]} */
function listDamages(folder) {
  const database = new Database(join(folder, 'workspace.db'), { readonly: true })
  // Without the tables of the search.
  const columns = database.prepare(`SELECT tables.name AS "table", columns.name AS "column"
    FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.name NOT LIKE '%\\_texts%' ESCAPE '\\'
      AND tables.name NOT LIKE 'conversation_titles%' AND tables.name NOT LIKE 'sqlite%' AND columns.pk = 0`)
  const all = /** @type {{ table: string, column: string }[]} */ (columns.all())
  const filled = all.filter(({ table }) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get())
  database.close()
  return filled.flatMap((each) => Object.keys(forms).map((form) => ({ ...each, form })))
}

/** Returns what else is affected. @param {Environment} environment @param {Damage} damage @returns {Promise<string[]>} */
async function tryDamage({ folder, intact, before }, damage) {
  const data = join(folder, 'damaged')
  await rm(data, { recursive: true, force: true })
  await cp(intact, data, { recursive: true })
  if (!writeDamage(join(data, 'workspace.db'), damage)) return []
  try {
    const running = await startProgram(data)
    const state = await readState(running.desktop)
    const draft = { text: 'A draft', attachments: [], parameters: null, columns: null }
    await running.desktop.drafts.write({ key: 'after the damage', draft })
    await running.desktop.settings.update({ theme: 'dark' })
    const output = running.output()
    await running.close()
    const others = Object.entries(before.lists).filter(([list]) => !dependents[damage.table]?.includes(list))
    const problems = listMissing(Object.fromEntries(others), state)
    return output === '' ? problems : [...problems, output]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** Against its declared type and constraints, as only damage can. Returns false if SQLite refuses it. @param {string} file @param {Damage} damage */
function writeDamage(file, { table, column, form }) {
  const change = (/** @type {(sql: string) => string} */ edit) => {
    const database = new Database(file)
    const select = database.prepare('SELECT sql FROM sqlite_master WHERE name = ?')
    const { sql } = /** @type {{ sql: string }} */ (select.get([table]))
    database.exec('PRAGMA writable_schema = ON')
    database.prepare('UPDATE sqlite_master SET sql = ? WHERE name = ?').run([edit(sql), table])
    database.close()
    return sql
  }
  const declared = change((sql) =>
    sql
      .replace(/ NOT NULL/g, '')
      .replace(/ CHECK \(.*?\)\)/g, '')
      .replace(/ (TEXT|INTEGER|REAL|BLOB)(?! PRIMARY KEY)\b/g, '')
      .replace(/\) STRICT(, WITHOUT ROWID)?$/, (_, rest) => (rest ? ') WITHOUT ROWID' : ')')),
  )
  const database = new Database(file)
  database.exec('PRAGMA foreign_keys = OFF')
  const find = (/** @type {string} */ sql) => /** @type {any} */ (database.prepare(sql).get())
  const key = find(`SELECT name FROM pragma_table_info('${table}') WHERE pk = 1`)?.name ?? 'rowid'
  const row = find(`SELECT ${key} AS key, ${column} AS value FROM ${table} ORDER BY 1 LIMIT 1`)
  try {
    const update = database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`)
    update.run([forms[form]?.(row.value), row.key])
  } catch {
    return false
  } finally {
    database.close()
  }
  change(() => declared)
  return true
}
