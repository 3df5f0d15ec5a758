// Checks that a saved data folder opens completely, with every later version. The folder's number is its database format.
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { archiveKinds } from '#shared/schemas/user-data'
import { openDesktop } from '../../desktop-api/desktop.fixture'
import expected from './expected-v1.json'
import { readUserData, type UserData } from './read-user-data.fixture'

const oldFolder = join(import.meta.dirname, 'folder-v1')

async function copyOldFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'old user data '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(oldFolder, folder, { recursive: true })
  return folder
}

const turnIds = Object.fromEntries(
  expected.conversations.map(({ conversation, turns }) => [conversation.id, turns.map(({ id }) => id)]),
)

async function openAndRead(folder: string): Promise<UserData> {
  const desktop = await openDesktop(folder)
  try {
    return await readUserData(desktop, folder, turnIds)
  } finally {
    await desktop.close()
  }
}

/** Lists all media that the data refers to. */
function listMedia(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'media' && typeof member === 'string' ? [member] : listMedia(member),
  )
}

test('opens a data folder of database format 1 completely, also the second time', async () => {
  // The folder's last day: later, its requests would be older than the log keeps them.
  vi.useFakeTimers({ now: new Date('2026-11-22T20:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = await copyOldFolder()
  expect(await openAndRead(folder)).toMatchObject(expected)
  expect(await openAndRead(folder)).toMatchObject(expected)
})

test('has every media file that a folder of database format 1 refers to, unchanged', async () => {
  const folder = await copyOldFolder()
  const desktop = await openDesktop(folder)
  onTestFinished(desktop.close)
  const hashes = [...new Set(listMedia(expected))]
  expect(hashes.length).toBeGreaterThan(7)
  for (const hash of hashes) {
    const { path } = await desktop.application.workspace.media.open(hash)
    expect(
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ).toBe(hash)
  }
})

/** A backup with the database and the media of the old folder. Returns the path of its manifest. */
async function makeOldBackup(): Promise<string> {
  const old = await copyOldFolder()
  const backup = join(old, 'backup')
  await mkdir(join(backup, 'data'), { recursive: true })
  await cp(join(old, 'workspace.db'), join(backup, 'data', 'workspace.db'))
  const names = await readdir(join(old, 'media'), { recursive: true })
  const media = names.filter((name) => /[.](png|wav|mp4|txt)$/.test(name)).map((name) => `media/${name}`)
  const entries = await Promise.all(
    ['data/workspace.db', ...media].map(async (path) => {
      const bytes = await readFile(join(path.startsWith('media') ? old : backup, path))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { path, bytes: bytes.length, sha256 }
    }),
  )
  const manifest = {
    kind: 'gen-playground-archive',
    version: 1,
    dataVersion: 1,
    appVersion: '0.1.0',
    createdAt: 0,
    counts: Object.fromEntries(archiveKinds.map((kind) => [kind, 0])),
    missing: [],
    entries,
  }
  await writeFile(join(backup, 'manifest.json'), JSON.stringify(manifest))
  return join(backup, 'manifest.json')
}

test('an archive of database format 1 is imported completely, and once', async () => {
  const path = await makeOldBackup()
  const folder = await mkdtemp(join(tmpdir(), 'new user data '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const desktop = await openDesktop(folder)
  onTestFinished(desktop.close)
  desktop.user.dialogResult = path
  for (const _ of ['first', 'again']) {
    for await (const _event of await desktop.client.data.previewImport());
    for await (const _event of await desktop.client.data.import({ path, settings: false }));
    await desktop.application.workspace.library.reconcile()
    const imported = await readUserData(desktop, folder, turnIds)
    expect(imported.conversations).toMatchObject(expected.conversations)
    expect(imported.presets).toMatchObject(expected.presets)
    expect(imported.templates).toMatchObject(expected.templates)
    expect(imported.drafts).toMatchObject(expected.drafts)
    expect(imported.forms).toMatchObject(expected.forms)
    expect(imported.library).toMatchObject(expected.library)
    expect(imported.transcripts).toMatchObject(expected.transcripts)
    expect(imported.embeddings).toMatchObject(expected.embeddings)
  }
})
