// Reads what the application has after a restart, as its page would, and checks the files and databases below it.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import Database from 'libsql'
import { waitUntil } from '../wait-until.mjs'

/** @typedef {Awaited<ReturnType<typeof readState>>} State */

/** `lists`: the IDs of everything, some of them with their size. @param {any} desktop */
export async function readState(desktop) {
  /** @type {any[]} */
  const turns = []
  /** @type {Record<string, string[]>} */
  const lists = { conversations: [], branches: [] }
  for (const { id: conversationId, title } of await desktop.conversations.list()) {
    const turnIds = await readBranch(desktop, conversationId).catch((error) => {
      // Damage of the id: the conversation is listed, but can't be opened.
      if (error.code !== 'NOT_FOUND') throw error
      return []
    })
    lists.conversations?.push(conversationId)
    lists.branches?.push(`${title}: ${turnIds.length} turns`)
    for (let at = 0; at < turnIds.length; at += 100)
      turns.push(...(await desktop.chat.turns({ conversationId, turnIds: turnIds.slice(at, at + 100) })))
  }
  /** @type {any[]} */
  const videos = (await readFirst(await desktop.videos.watch())).jobs
  /** @type {any[]} */
  const transcriptions = (await readFirst(await desktop.transcriptions.watch())).jobs
  const trashed = await listItems(desktop, true)
  const items = [...(await listItems(desktop, false)), ...trashed]
  const toIds = (/** @type {any[]} */ all) => all.map(({ id }) => String(id))
  /** @type {any[][]} */
  const [sets = [], recordings = []] = [await desktop.embeddings.list(), await desktop.recordings.orphaned()]
  Object.assign(lists, {
    // A chat does not list the turn of an image that was moved to the trash.
    turns: [...toIds(turns), ...trashed.map(({ turnId }) => String(turnId))],
    ...{ videos: toIds(videos), transcriptions: toIds(transcriptions), items: toIds(items) },
    templates: toIds(await desktop.templates.list()),
    sets: sets.map(({ id, counts }) => `${id}: ${counts.rows} rows`),
    recordings: recordings.map(({ id, bytes }) => `${id}: ${bytes} bytes`),
    drafts: Object.keys(await desktop.drafts.read()),
    forms: Object.keys(await desktop.forms.read()),
    keys: [`gemini: ${(await desktop.keys.status({ slot: 'gemini' })).state}`],
  })
  return { lists, turns, videos, transcriptions, items }
}

/** What is missing, one line each. @param {Record<string, readonly string[]>} expected @param {State} state */
export function listMissing(expected, { lists }) {
  return Object.entries(expected).flatMap(([list, ids]) => {
    const found = new Set(lists[list])
    return ids.filter((id) => !found.has(id)).map((id) => `${id} is missing in ${list}`)
  })
}

const openStates = ['queued', 'submitting', 'running', 'downloading', 'preparing', 'sending']

/** Waits for everything that is in progress, and returns the state with what is stuck. @param {any} desktop */
export async function waitUntilIdle(desktop) {
  /** @type {State | undefined} */
  let state
  let stuck = ['unknown']
  await waitUntil(120, async () => {
    const { pending } = await desktop.saves.list()
    state = await readState(desktop)
    for (const { id, state: step } of state.videos)
      if (step === 'running') await desktop.videos.pollNow({ id })
    const open = [...state.turns, ...state.videos, ...state.transcriptions].filter((one) =>
      openStates.includes(one.state),
    )
    const { running } = await desktop.application.status()
    stuck = [
      ...open.map((one) => `${one.id} is ${one.state}`),
      ...(running > 0 ? [`${running} are running`] : []),
      ...pending.map((/** @type {any} */ { owner, message }) => `${owner} is not saved: ${message}`),
    ]
    return stuck.length === 0
  })
  return { state: /** @type {State} */ (/** @type {unknown} */ (state)), stuck }
}

/** The IDs of all turns of the tree. @param {any} desktop @param {string} conversationId @returns {Promise<string[]>} */
async function readBranch(desktop, conversationId) {
  for await (const events of await desktop.chat.watch({ conversationId }))
    for (const event of events) {
      if (event.type === 'snapshot' && !event.isEnd)
        return [...new Set([...event.branch, ...Object.values(event.alternates).flat()])]
      if (event.type === 'branch') return event.ids
    }
  return []
}

/** @param {any} desktop @param {boolean} bin @returns {Promise<any[]>} */
async function listItems(desktop, bin) {
  const query = { kinds: ['image', 'video', 'transcript'], bin }
  /** @type {any[]} */
  const items = []
  for (;;) {
    const page = await desktop.library.list({ query, offset: items.length, limit: 500 })
    items.push(...page.items)
    if (page.items.length < 500) return items
  }
}

/** @param {AsyncIterable<any>} events */
async function readFirst(events) {
  for await (const event of events) return event
}

/** Returns the damage within the databases. @param {string} folder */
export function checkDatabases(folder) {
  return ['workspace.db', 'exchanges.db'].flatMap((name) => {
    if (!existsSync(join(folder, name))) return []
    // A copy, because SQLite cannot open a file of another mount namespace.
    const copy = mkdtempSync(join(tmpdir(), 'gen-playground-check-'))
    for (const file of [name, `${name}-wal`])
      if (existsSync(join(folder, file))) copyFileSync(join(folder, file), join(copy, file))
    const database = new Database(join(copy, name), { timeout: 5000 })
    // The first lists problems, or only `ok`; the second lists references to missing rows.
    const rows = ['PRAGMA integrity_check', 'PRAGMA foreign_key_check'].flatMap((sql) =>
      database.prepare(sql).all(),
    )
    database.close()
    rmSync(copy, { recursive: true, force: true })
    const problems = rows
      .map((row) => JSON.stringify(row))
      .filter((text) => text !== '{"integrity_check":"ok"}')
    return problems.map((problem) => `${name}: ${problem}`)
  })
}

/** Media files with other bytes than their name says, items without their file, and incomplete sidecars. @param {string} folder the user's data @param {State} state */
export async function checkMedia(folder, { items }) {
  const mediaFolder = join(folder, 'media')
  const names = await readdir(mediaFolder, { recursive: true }).catch(() => [])
  const problems = []
  const present = new Set()
  for (const name of names) {
    const [, hash, extension] = /^[0-9a-f]{2}.([0-9a-f]{64})\.(\w+)$/.exec(name) ?? []
    if (!hash) continue
    const bytes = await readFile(join(mediaFolder, name))
    if (extension !== 'json') present.add(hash)
    const isIntact =
      extension === 'json' ? isJson(bytes) : createHash('sha256').update(bytes).digest('hex') === hash
    if (!isIntact) problems.push(`${name} is damaged`)
  }
  const missing = items.filter(({ media }) => media && !present.has(media))
  return [...problems, ...missing.map(({ id, media }) => `the file ${media} of item ${id} is missing`)]
}

/** @param {Buffer} bytes */
function isJson(bytes) {
  try {
    return Boolean(JSON.parse(bytes.toString()))
  } catch {
    return false
  }
}

/** Unfinished files that are still there. @param {string} folder @param {State} state */
export async function listUnfinished(folder, { videos }) {
  const downloading = videos.filter(({ state }) => state === 'downloading')
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const pattern =
    /(^|[/\\])unfinished-[0-9a-f-]{36}|\.part$|\.ordered$|(^|[/\\])pieces[/\\]|vault\.json\.tmp$/
  return names.filter(
    (name) => pattern.test(name) && !downloading.some(({ id }) => basename(name).startsWith(id)),
  )
}
