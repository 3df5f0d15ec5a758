// The user's data as an archive: exported, imported into an empty and a filled workspace, interrupted, and damaged.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { DataProgress } from '#shared/schemas/user-data'
import { connect } from '../database/connection'
import { databaseIn } from '../database/database'
import { listValues } from '../database/rows'
import { migrations } from '../database/schema'
import { draw, filesIn, hashOf, listComplete, makePng, pictureOf } from '../library/library.fixture'
import {
  ask,
  makeFolder,
  onDisk,
  openTestWorkspace,
  parameters,
  type TestWorkspace,
} from '../workspace.fixture'
import { toPartialPath } from './archive-layout'
import { archivedTables, otherTables } from './archive-tables'
import { backupsIn, saveBackup } from './back-up'
import { importArchive, previewImport } from './import-archive'
import { writeArchive } from './write-archive'

const fox = makePng(64, 48, 10)
const never = new AbortController().signal
const quiet = { signal: never, report: () => {} }

function foldersOf({ app, folder }: Pick<TestWorkspace, 'app' | 'folder'>) {
  return { folder, mediaFolder: app.media.folder().path }
}

/** A workspace with an entry of most kinds. */
async function openFilled() {
  const { app, workspace } = await openTestWorkspace()
  const { conversationId } = await ask(workspace, 'Where do foxes sleep?')
  const folder = app.folders.create({ name: 'Animals' })
  app.conversations.move({ moves: [{ conversationIds: [conversationId], folderId: folder.id }] })
  const drawn = await draw(workspace, { prompt: 'A fox', answer: [pictureOf(fox)] })
  const [image] = await listComplete(app, { kinds: ['image'] })
  const imageId = image?.id ?? ''
  await app.library.tag({ ids: [imageId], add: ['red'], remove: [] })
  await app.library.star({ ids: [imageId], starred: true })
  const board = app.library.createCollection({ name: 'Best', filters: null })
  await app.library.addToBoard({ id: board.id, ids: [imageId] })
  app.presets.save({ name: 'Brief', parameters })
  app.templates.save({ name: 'Greeting', text: 'Hello' })
  app.drafts.write({ key: conversationId, draft: { text: 'unsent', attachments: [] } as never })
  app.settings.update({ theme: 'dark' })
  app.namedKeys.add({ name: 'Script', hash: 'SECRET-HASH-OF-A-KEY', ending: 'abcd' })
  return { ...workspace, conversationId, drawn, imageId, board }
}

async function exportTo(workspace: TestWorkspace, path = join(makeFolder(), 'data.zip')) {
  const options = { ...foldersOf(workspace), path, appVersion: '1.2.3', now: Date.now() }
  return { path, result: await writeArchive(options, quiet) }
}

const listOnDisk = (folder: string, sql: string) =>
  onDisk(folder, (connection) => listValues<string>(connection, sql))

/** All rows that belong to the user, without positions. */
function readRows(folder: string) {
  const tables = archivedTables.map(({ name }) => name).filter((name) => name !== 'settings')
  const readTable = (name: string) =>
    onDisk(folder, ({ all }) => all<Record<string, unknown>>(`SELECT * FROM ${name}`))
      .map(({ seq: _seq, text_seq: _text, has_sidecar: _hasSidecar, ...row }) => JSON.stringify(row))
      .sort()
  return Object.fromEntries(tables.map((name) => [name, readTable(name)])) as Record<string, string[]>
}

test('each table of the database is in archives, or left out on purpose', async () => {
  const { folder } = await openTestWorkspace()
  const tables = listOnDisk(
    folder,
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_data' ESCAPE '\\'
      AND name NOT LIKE '%\\_idx' ESCAPE '\\' AND name NOT LIKE '%\\_content' ESCAPE '\\'
      AND name NOT LIKE '%\\_docsize' ESCAPE '\\' AND name NOT LIKE '%\\_config' ESCAPE '\\'`,
  )
  expect(tables.sort()).toEqual([...archivedTables.map(({ name }) => name), ...otherTables].sort())
})

test('an export contains every entry with its hash, other programs can read it, and it has no key', async () => {
  const workspace = await openFilled()
  const { path, result } = await exportTo(workspace)
  expect(result).toMatchObject({
    missing: 0,
    resumed: 0,
    counts: { chats: 1, sessions: 1, images: 1, boards: 1 },
  })
  const entries = unzipSync(readFileSync(path))
  const manifest = JSON.parse(Buffer.from(entries['manifest.json'] ?? []).toString())
  for (const { path: name, bytes, sha256 } of manifest.entries) {
    expect(entries[name]?.length).toBe(bytes)
    expect(hashOf(entries[name] ?? new Uint8Array())).toBe(sha256)
  }
  const names = Object.keys(entries).filter((name) => name !== 'manifest.json')
  expect(manifest.entries.map((entry: { path: string }) => entry.path).sort()).toEqual(names.sort())
  expect(names.filter((name) => /^media\/.*\.(png|json)$/.test(name))).toHaveLength(2)
  expect(Buffer.from(entries['chats/Where do foxes sleep.md'] ?? []).toString()).toContain(
    '# Where do foxes sleep?',
  )
  expect(readFileSync(path).includes('SECRET-HASH-OF-A-KEY')).toBe(false)
  expect(existsSync(toPartialPath(path))).toBe(false)
  expect(readdirSync(workspace.folder)).not.toContain('export')
})

test('credentials in URLs, which earlier versions stored, are not exported', async () => {
  const workspace = await openTestWorkspace()
  const services = [{ id: 'service', name: 'Mine', baseUrl: 'http://me:SECRET-OF-URL@host/v1' }]
  onDisk(workspace.folder, ({ run }) =>
    run("INSERT INTO settings VALUES ('services', ?)", [JSON.stringify(services)]),
  )
  const { path } = await exportTo(workspace)
  expect(readFileSync(path).includes('SECRET-OF-URL')).toBe(false)
  const after = await openTestWorkspace()
  const { settings } = await importArchive({ ...foldersOf(after), path }, quiet)
  expect(JSON.parse(settings.services ?? '')).toEqual([{ ...services[0], baseUrl: 'http://host/v1' }])
})

test('an import into an empty workspace restores the same ids, rows and files; again, it adds nothing', async () => {
  const before = await openFilled()
  const { path } = await exportTo(before)
  const after = await openTestWorkspace()
  const options = { ...foldersOf(after), path }
  const preview = await previewImport(options, quiet)
  expect(preview).toMatchObject({ mediaFiles: 1, missing: 0, appVersion: '1.2.3' })
  expect(preview.kinds.flatMap(({ kind, added }) => (added > 0 ? `${kind} ${added}` : [])).join()).toBe(
    'chats 1,sessions 1,messages 4,folders 1,images 1,presets 1,templates 1,boards 1,drafts 1',
  )
  expect(readRows(after.folder).turns).toEqual([])
  const result = await importArchive(options, quiet)
  expect(result).toMatchObject({ mediaFiles: 1, counts: { chats: 1, messages: 4, images: 1 } })
  expect(JSON.parse(result.settings.theme ?? '')).toBe('dark')
  expect(readRows(after.folder)).toEqual(readRows(before.folder))
  const [image] = await listComplete(after.app, { text: 'fox', kinds: ['image'] })
  expect(image).toMatchObject({ id: before.imageId, tags: ['red'], starred: true, boards: [before.board.id] })
  expect(Buffer.from(await after.app.media.read(image?.media ?? '')).equals(fox)).toBe(true)
  expect(after.app.namedKeys.list()).toEqual([])
  const search = { query: 'foxes', kind: 'chat', tags: [], limit: 9 } as const
  const found = await before.app.reads.searchConversations({ ...search, tags: [] })
  expect(found.length).toBeGreaterThan(0)
  expect(await after.app.reads.searchConversations({ ...search, tags: [] })).toEqual(found)

  expect(
    (await previewImport(options, quiet)).kinds.every(({ added, different }) => added + different === 0),
  ).toBe(true)
  expect((await importArchive(options, quiet)).mediaFiles).toBe(0)
  expect(readRows(after.folder)).toEqual(readRows(before.folder))
})

test('an import into a filled workspace adds messages to chats, and copies of what differs', async () => {
  const workspace = await openFilled()
  const { app, folder, conversationId } = workspace
  await ask(workspace, 'And wolves?', conversationId)
  const [preset] = app.presets.list()
  const { path } = await exportTo(workspace)
  const rows = readRows(folder)
  // The workspace of another computer, which had the chat before its second prompt.
  const other = await openTestWorkspace()
  const first = await exportTo(workspace)
  await importArchive({ ...foldersOf(other), path: first.path }, quiet)
  const connection = connect(databaseIn(other.folder))
  const late = 'SELECT id FROM turns ORDER BY seq DESC LIMIT 2'
  connection.run(`UPDATE conversations SET head_turn_id = NULL WHERE id = ?`, [conversationId])
  connection.run(`DELETE FROM turns WHERE id IN (${late})`)
  connection.close()
  other.app.presets.save({ id: preset?.id, name: 'Brief', parameters: { ...parameters, temperature: 1 } })
  const local = await ask(other, 'Only here')
  const preview = await previewImport({ ...foldersOf(other), path }, quiet)
  const different = preview.kinds.filter((kind) => kind.different > 0)
  expect(different.map(({ kind }) => kind)).toEqual(['chats', 'presets'])
  await importArchive({ ...foldersOf(other), path }, quiet)
  const merged = readRows(other.folder)
  expect(merged.turns).toEqual(expect.arrayContaining(rows.turns ?? []))
  expect(merged.turns).toHaveLength((rows.turns ?? []).length + 2)
  expect(other.app.conversations.list().map(({ id }) => id)).toContain(local.conversationId)
  expect(
    other.app.presets.list().map(({ name, parameters: { temperature } }) => `${name} ${temperature}`),
  ).toEqual(['Brief 1', 'Brief (imported) undefined'])
  await importArchive({ ...foldersOf(other), path }, quiet)
  expect(other.app.presets.list()).toHaveLength(2)
})

test('a canceled or failed import adds no row, and records its files for removal', async () => {
  const { path } = await exportTo(await openFilled())
  for (const phase of ['preparing', 'media', 'rows'] as const) {
    const after = await openTestWorkspace()
    const before = readRows(after.folder)
    const canceling = new AbortController()
    const report = (progress: DataProgress) => {
      if (progress.phase === phase) canceling.abort()
    }
    const options = { ...foldersOf(after), path }
    await expect(importArchive(options, { signal: canceling.signal, report })).rejects.toThrow('abort')
    expect(readRows(after.folder)).toEqual(before)
    const released = listOnDisk(after.folder, 'SELECT media FROM unneeded_media')
    const stored = filesIn(after.app.media.folder().path).map((name) => name.slice(0, 64))
    expect(stored.filter((hash) => !released.includes(hash))).toEqual([])
    expect(readdirSync(after.folder)).not.toContain('import')
  }
})

test('a damaged entry is named, and changes nothing', async () => {
  const { path } = await exportTo(await openFilled())
  const bytes = readFileSync(path)
  for (const [content, message] of [
    [fox.subarray(45, 60), /“media\/..\/.*\.png” in data.zip is damaged/],
    [Buffer.from('SQLite format 3'), /“data\/workspace.db” in data.zip is damaged/],
    [Buffer.from('"gen-playground-archive"'), /“manifest.json” in data.zip is damaged/],
  ] as const) {
    const damaged = Buffer.from(bytes)
    const at = damaged.indexOf(content)
    expect(at).toBeGreaterThan(0)
    damaged.writeUInt8((damaged.readUInt8(at + 5) + 1) % 256, at + 5)
    writeFileSync(path, damaged)
    const after = await openTestWorkspace()
    const before = readRows(after.folder)
    await expect(importArchive({ ...foldersOf(after), path }, quiet)).rejects.toThrow(message)
    expect(readRows(after.folder)).toEqual(before)
  }
  writeFileSync(path, bytes.subarray(0, bytes.length - 40))
  const after = await openTestWorkspace()
  await expect(previewImport({ ...foldersOf(after), path }, quiet)).rejects.toThrow(
    'isn’t a ZIP file, or its end',
  )
})

test.each([
  [
    'a newer version',
    { dataVersion: migrations.length + 1, appVersion: '9.0.0' },
    'This archive was written by Gen Playground 9.0.0',
  ],
  [
    'a development build',
    { schema: 1, appVersion: '0.1.0' },
    'This archive was written by a development build of Gen Playground, in a format that isn’t supported.',
  ],
])('an archive of %s is refused in words', async (_, ofVersion, message) => {
  const workspace = await openTestWorkspace()
  const folder = makeFolder()
  const manifest = { kind: 'gen-playground-archive', version: 1, ...ofVersion }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  const path = join(folder, 'manifest.json')
  await expect(previewImport({ ...foldersOf(workspace), path }, quiet)).rejects.toThrow(message)
})

test('an interrupted export is continued: complete files are not written again', async () => {
  const workspace = await openFilled()
  await draw(workspace, {
    prompt: 'Another',
    answer: [pictureOf(Buffer.concat([fox, Buffer.alloc(3_000_000, 7)]))],
  })
  const path = join(makeFolder(), 'data.zip')
  const options = { ...foldersOf(workspace), path, appVersion: '1', now: Date.now() }
  for (const last of [1, 2]) {
    const stopping = new AbortController()
    const report = ({ phase, files }: DataProgress) => {
      if (phase === 'media' && files >= last) stopping.abort()
    }
    await expect(writeArchive(options, { signal: stopping.signal, report })).rejects.toThrow('abort')
    expect(existsSync(path)).toBe(false)
    expect(statSync(toPartialPath(path)).size).toBeGreaterThan(0)
  }
  expect(await writeArchive(options, quiet)).toMatchObject({ resumed: 2 })
  const after = await openTestWorkspace()
  await importArchive({ ...foldersOf(after), path }, quiet)
  expect(readRows(after.folder)).toEqual(readRows(workspace.folder))
  expect(existsSync(toPartialPath(path))).toBe(false)
})

test('a missing or changed file is left out and counted', async () => {
  const workspace = await openFilled()
  const [image] = await listComplete(workspace.app, { kinds: ['image'] })
  const file = await workspace.app.media.open(image?.media ?? '')
  writeFileSync(file.path, Buffer.alloc(file.length, 1))
  expect((await exportTo(workspace)).result.missing).toBe(1)
  rmSync(file.path)
  expect((await exportTo(workspace)).result.missing).toBe(1)
})

test('backups share their media, are imported like an archive, and old ones are deleted', async () => {
  const workspace = await openFilled()
  const target = makeFolder()
  const backUp = (now: number) =>
    saveBackup({ ...foldersOf(workspace), target, maxCount: 2, appVersion: '1', now }, quiet)
  expect(await backUp(1000)).toMatchObject({ copied: 1, unchanged: 0 })
  expect(await backUp(2000)).toMatchObject({ copied: 0, unchanged: 1 })
  await draw(workspace, { prompt: 'Another', answer: [pictureOf(Buffer.concat([fox, Buffer.alloc(9)]))] })
  await listComplete(workspace.app)
  expect(await backUp(3000)).toMatchObject({ copied: 1, unchanged: 1 })
  const names = readdirSync(backupsIn(target)).filter((name) => name.endsWith('Z'))
  expect(names).toEqual(['1970-01-01T00-00-02.000Z', '1970-01-01T00-00-03.000Z'])
  const path = join(backupsIn(target), names[1] ?? '', 'manifest.json')
  const after = await openTestWorkspace()
  await importArchive({ ...foldersOf(after), path }, quiet)
  expect(readRows(after.folder)).toEqual(readRows(workspace.folder))
  await expect(
    saveBackup(
      { ...foldersOf(workspace), target: join(target, 'gone'), maxCount: 2, appVersion: '1', now: 4 },
      quiet,
    ),
  ).rejects.toThrow('the folder doesn’t exist')
})
