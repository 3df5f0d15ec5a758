// Damages one value of one row after the other, and media files: nothing else may be affected.
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { root } from '../paths.mjs'
import { amountOf, createRandom } from './part.mjs'
import { readState } from './read-state.mjs'
import { bundleProgram, startProgram } from './running-application.mjs'

/** @typedef {import('./part.mjs').PartOptions} PartOptions */
/** @typedef {import('./read-state.mjs').State} State */
/** @typedef {{ table: string, column: string, form: string }} Damage */

/** The lists that lose an entry with a damaged row. @type {Record<string, readonly string[]>} */
const dependents = {
  conversations: ['turns', 'branches', 'items'],
  turns: ['turns', 'branches', 'items'],
  items: ['items'],
  jobs: ['videos', 'transcriptions'],
  transcripts: ['transcriptions'],
  embedding_sets: ['sets'],
  drafts: ['drafts'],
  forms: ['forms'],
  recordings: ['recordings'],
}

/** How a value is damaged. @type {Record<string, (value: any) => any>} */
const forms = {
  null: () => null,
  'cut off': (value) => (typeof value === 'string' ? value.slice(0, Math.ceil(value.length / 2)) : -1),
  'of another type': (value) => (typeof value === 'string' ? 7 : 'text'),
}

/** @type {import('./part.mjs').Part} */
export const part = {
  name: 'damage',
  description: 'every column of every table damaged in three ways, one by one, and media files in four',
  ciShare: 0.025,
  async run(options) {
    const folder = await mkdtemp(join(tmpdir(), 'gen-playground-damage-'))
    try {
      const program = await bundleProgram()
      const intact = join(folder, 'intact')
      await cp(join(root, 'src', 'main', 'testing', 'user-data', 'folder-v6'), intact, { recursive: true })
      const running = await startProgram(program, intact)
      const before = await readState(running.desktop, 0)
      await running.close()
      const environment = { folder, program, intact, before }
      await damageRows(options, environment)
      await damageMedia(options, environment)
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** @typedef {{ folder: string, program: string, intact: string, before: State }} Environment */

/** @param {PartOptions} options @param {Environment} environment */
async function damageRows({ share, seed, log, count, check }, environment) {
  const random = createRandom(seed)
  const all = listDamages(environment.intact)
  const selected = shuffle(all, random).slice(0, amountOf(all.length, share))
  /** @type {string[]} */
  const problems = []
  /** @type {string[]} */
  const unreported = []
  let skipped = 0
  for (const damage of selected) {
    const name = `${damage.table}.${damage.column} ${damage.form}`
    const found = await tryDamage(environment, damage)
    if (!found) {
      skipped += 1
      continue
    }
    for (const problem of found.problems) log(`${name}: ${problem}`)
    problems.push(...found.problems.map((problem) => `${name}: ${problem}`))
    if (found.isHidden) unreported.push(name)
  }
  count('damaged values', selected.length - skipped)
  count('values that SQLite does not let be damaged', skipped)
  count('of these hide a row without a message', unreported.length)
  for (const name of unreported) log(`hidden: ${name}`)
  check('a damaged row affects nothing else', problems)
}

/** @param {string} folder @returns {Damage[]} */
function listDamages(folder) {
  const database = new Database(join(folder, 'workspace.db'), { readonly: true })
  const rows = /** @type {{ name: string, column: string }[]} */ (
    database
      .prepare(
        `SELECT tables.name AS name, columns.name AS "column" FROM sqlite_master AS tables
          JOIN pragma_table_info(tables.name) AS columns
          WHERE tables.type = 'table' AND tables.name NOT LIKE '%\\_texts%' ESCAPE '\\'
            AND tables.name NOT LIKE 'conversation_titles%' AND tables.name NOT LIKE 'sqlite%'
            AND columns.pk = 0`,
      )
      .all()
  )
  const filled = rows.filter(({ name }) => database.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get())
  database.close()
  return filled.flatMap(({ name, column }) =>
    Object.keys(forms).map((form) => ({ table: name, column, form })),
  )
}

/** @template Item @param {readonly Item[]} items @param {import('./part.mjs').Random} random */
function shuffle(items, random) {
  return items
    .map((item) => ({ item, key: random.next() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item)
}

/** @param {Environment} environment @param {Damage} damage */
async function tryDamage({ folder, program, intact, before }, damage) {
  const data = join(folder, 'damaged')
  await rm(data, { recursive: true, force: true })
  // SQLite may remove its empty log only when the connection that read the file is garbage collected.
  await cp(intact, data, { recursive: true, filter: (path) => !/-(wal|shm)$/.test(path) })
  if (!writeDamage(join(data, 'workspace.db'), damage)) return undefined
  try {
    const running = await startProgram(program, data)
    const state = await readState(running.desktop, 0)
    await running.desktop.drafts.write({
      key: 'after the damage',
      draft: { text: 'A draft', attachments: [], parameters: null, columns: null },
    })
    await running.desktop.settings.update({ theme: 'dark' })
    const output = running.output()
    await running.close()
    const { problems, isHidden } = compare(before, state, damage)
    return { problems: output === '' ? problems : [...problems, output], isHidden }
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)], isHidden: false }
  }
}

/** Against its declared type and constraints, as only damage can. Returns false if SQLite refuses it. @param {string} file @param {Damage} damage */
function writeDamage(file, { table, column, form }) {
  const select = 'SELECT sql FROM sqlite_master WHERE name = ?'
  const change = (/** @type {(sql: string) => string} */ edit) => {
    const database = new Database(file)
    const { sql } = /** @type {{ sql: string }} */ (database.prepare(select).get([table]))
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
  const found = database.prepare(`SELECT name FROM pragma_table_info('${table}') WHERE pk = 1`).get()
  const key = /** @type {{ name: string } | undefined} */ (found)?.name ?? 'rowid'
  const row = /** @type {any} */ (
    database.prepare(`SELECT ${key} AS key, ${column} AS value FROM ${table} ORDER BY 1 LIMIT 1`).get()
  )
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

/** @param {string} table */
function dependentsOf(table) {
  return table === 'shelf' ? ['presets'] : (dependents[table] ?? [])
}

/** Lists of the state, and whether a turn or a job says that it is damaged. @param {State} before @param {State} after @param {Damage} damage */
function compare(before, after, { table }) {
  const [had, has] = [toLists(before), toLists(after)]
  const missing = Object.entries(had).map(([list, ids]) => ({
    list,
    ids: ids.filter((id) => !has[list]?.includes(id)),
  }))
  const foreign = missing.filter(({ list, ids }) => ids.length > 0 && !dependentsOf(table).includes(list))
  const own = missing.flatMap(({ list, ids }) => (dependentsOf(table).includes(list) ? ids : []))
  const isReported =
    after.damagedJobs.length > 0 || [...after.turns.values()].some(({ error }) => error?.code === 'INTERNAL')
  return {
    isHidden: own.length > 0 && !isReported,
    problems: foreign.map(({ list, ids }) => `${ids.length} missing in ${list}`),
  }
}

/** @param {State} state @returns {Record<string, string[]>} */
function toLists(state) {
  return {
    turns: [...state.turns.keys()],
    branches: state.branches.map(({ title }) => title),
    videos: [...state.videos.keys()],
    transcriptions: [...state.transcriptions.keys()],
    sets: [...state.sets.keys()],
    drafts: Object.keys(state.drafts),
    forms: Object.keys(state.forms),
    presets: state.presets,
    recordings: [...state.recordings.keys()].map(String),
    items: [...state.items.keys()],
  }
}

/** @param {PartOptions} options @param {Environment} environment */
async function damageMedia({ check }, { folder, program, intact, before }) {
  const data = join(folder, 'damaged media')
  await cp(intact, data, { recursive: true })
  const hashes = [...new Set([...before.items.values()].map(({ media }) => media))].filter(Boolean)
  const media = join(data, 'media')
  const names = await readdir(media, { recursive: true })
  const paths = hashes.slice(0, 4).map((hash) => {
    const name = names.find((each) => each.includes(`${hash}.`) && !each.endsWith('.json'))
    return join(media, name ?? '')
  })
  const [cut = '', emptied = '', swapped = '', missing = ''] = paths
  const bytes = await readFile(emptied)
  await truncate(cut, Math.floor((await readFile(cut)).length / 2))
  await writeFile(emptied, '')
  await writeFile(swapped, bytes)
  await rm(missing)
  const running = await startProgram(program, data)
  await running.desktop.library.reconcile()
  const state = await readState(running.desktop, 0)
  await running.close()
  const problems = hashes.flatMap((hash, index) => {
    const expected = index < 3 ? 'changed' : index === 3 ? 'missing' : 'here'
    const files = [...state.items.values()].filter((item) => item.media === hash)
    return files
      .filter(({ file }) => file !== expected)
      .map(({ id, file }) => `${id} is ${file}, not ${expected}`)
  })
  check('damaged media files are reported, and everything else is listed', [
    ...(paths.length < 4 ? ['fewer than four media files'] : []),
    ...(state.items.size === before.items.size ? [] : [`${state.items.size} items of ${before.items.size}`]),
    ...problems,
  ])
}
