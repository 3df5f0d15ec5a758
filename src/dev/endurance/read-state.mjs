// Reads what the application has after a restart, as its page would, and checks the files and databases below it.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import Database from 'libsql'

/** @typedef {Awaited<ReturnType<typeof readState>>} State */

/** Reads only conversations changed since then. @param {any} desktop @param {number} [since] */
export async function readState(desktop, since = Number.NEGATIVE_INFINITY) {
  /** @type {{ id: string, title: string, updatedAt: number }[]} */
  const conversations = await desktop.conversations.list()
  /** @type {Map<string, any>} */
  const turns = new Map()
  const branches = []
  for (const { id: conversationId, title, updatedAt } of conversations) {
    const isImported = title.startsWith('Imported')
    if (updatedAt < since && !isImported) continue
    const ids = await readBranch(desktop, conversationId).catch((error) => {
      // Damage of the id: the conversation is listed, but can't be opened.
      if (error.code !== 'NOT_FOUND') throw error
      return []
    })
    branches.push({ title, length: ids.length })
    for (let at = 0; at < ids.length && !isImported; at += 100)
      for (const turn of await desktop.chat.turns({ conversationId, turnIds: ids.slice(at, at + 100) }))
        turns.set(turn.id, turn)
  }
  const [listed, trashed] = [await listItems(desktop, false), await listItems(desktop, true)]
  return {
    turns,
    branches,
    videos: toMap((await readFirst(await desktop.videos.watch())).jobs),
    transcriptions: toMap((await readFirst(await desktop.transcriptions.watch())).jobs),
    sets: toMap(await desktop.embeddings.list()),
    drafts: await desktop.drafts.read(),
    forms: await desktop.forms.read(),
    keys: { gemini: (await desktop.keys.status({ slot: 'gemini' })).state },
    presets: (await desktop.presets.list()).map((/** @type {any} */ { name }) => name),
    /** @type {Map<string, number>} */
    recordings: new Map(
      (await desktop.recordings.orphaned()).map((/** @type {any} */ { id, bytes }) => [id, bytes]),
    ),
    items: toMap([
      ...listed.map((item) => ({ ...item, isTrashed: false })),
      ...trashed.map((item) => ({ ...item, isTrashed: true })),
    ]),
    damagedJobs: await desktop.damagedJobs.list(),
    mediaFolder: await desktop.mediaFolder.read(),
  }
}

/** The IDs of all turns of the tree. @param {any} desktop @param {string} conversationId @returns {Promise<string[]>} */
async function readBranch(desktop, conversationId) {
  for await (const event of await desktop.chat.watch({ conversationId })) {
    if (event.type === 'snapshot' && event.isEnd) await desktop.chat.loadFullBranch({ conversationId })
    else if (event.type === 'snapshot')
      return [...new Set([...event.branch, ...Object.values(event.alternates).flat()])]
    else if (event.type === 'branch') return event.ids
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

/** @param {any[]} all @returns {Map<string, any>} */
function toMap(all) {
  return new Map(all.map((one) => [one.id, one]))
}

/** Returns the damage within the databases. @param {string} folder */
export function checkDatabases(folder) {
  return ['workspace.db', 'exchanges.db'].flatMap((name) => {
    if (!existsSync(join(folder, name))) return []
    // A copy, because SQLite cannot open a file of another mount namespace.
    const copy = mkdtempSync(join(tmpdir(), 'gen-playground-check-'))
    for (const suffix of ['', '-wal'])
      if (existsSync(join(folder, name + suffix)))
        copyFileSync(join(folder, name + suffix), join(copy, name + suffix))
    const database = new Database(join(copy, name), { timeout: 5000 })
    try {
      const integrity = database.prepare('PRAGMA integrity_check').all()
      const references = database.prepare('PRAGMA foreign_key_check').all()
      const problems = /** @type {any[]} */ (integrity).map(({ integrity_check }) => String(integrity_check))
      return [
        ...problems.filter((text) => text !== 'ok').map((text) => `${name}: ${text}`),
        ...references.map((row) => `${name}: a reference to a missing row: ${JSON.stringify(row)}`),
      ]
    } finally {
      database.close()
      rmSync(copy, { recursive: true, force: true })
    }
  })
}

/** Media files whose bytes do not match their name, and items without their file. @param {State} state */
export async function checkMedia({ mediaFolder, items }) {
  const names = await readdir(mediaFolder.path, { recursive: true }).catch(() => [])
  const files = names.filter((name) => /^[0-9a-f]{2}.[0-9a-f]{64}\.(?!json$)\w+$/.test(name))
  const problems = []
  const present = new Set()
  for (const name of files) {
    const hash = basename(name).slice(0, 64)
    const found = createHash('sha256')
      .update(await readFile(join(mediaFolder.path, name)))
      .digest('hex')
    present.add(hash)
    if (found !== hash) problems.push(`${name} has other bytes`)
  }
  for (const { id, media } of items.values())
    if (media && !present.has(media)) problems.push(`the file ${media} of item ${id} is missing`)
  for (const name of names.filter((file) => file.endsWith('.json'))) {
    const text = await readFile(join(mediaFolder.path, name), 'utf8')
    if (!isJson(text)) problems.push(`the sidecar ${name} is incomplete`)
  }
  return problems
}

/** Unfinished files that are still there. @param {readonly string[]} folders @param {State} state */
export async function listUnfinished(folders, { videos }) {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder, { recursive: true }).catch(() => [])
      return names.filter(isUnfinished).map((name) => join(folder, name))
    }),
  )
  const isDownloading = (/** @type {string} */ path) =>
    [...videos.values()].some(({ id, state }) => state === 'downloading' && basename(path).startsWith(id))
  return found.flat().filter((path) => !isDownloading(path))
}

/** @param {string} name */
function isUnfinished(name) {
  return (
    /(^|[/\\])unfinished-[0-9a-f-]{36}|\.part$|\.ordered$|(^|[/\\])pieces[/\\]/.test(name) ||
    name === 'vault.json.tmp'
  )
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
