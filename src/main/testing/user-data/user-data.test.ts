// Checks that a data folder of an earlier version opens completely. The folder's number is its database format.
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDesktop } from '../../desktop-api/desktop.fixture'
import expected from './expected-v6.json'
import { readUserData, type UserData } from './read-user-data.fixture'

const oldFolder = join(import.meta.dirname, 'folder-v6')

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

test('opens a data folder of database format 6 completely, also the second time', async () => {
  const folder = await copyOldFolder()
  expect(await openAndRead(folder)).toMatchObject(expected)
  expect(await openAndRead(folder)).toMatchObject(expected)
})

test('an old folder’s chats are in no folder, and can be moved into one', async () => {
  const folder = await copyOldFolder()
  const desktop = await openDesktop(folder)
  onTestFinished(desktop.close)
  const { conversations, folders } = desktop.client
  const before = await conversations.list()
  expect(before.length).toBeGreaterThan(0)
  expect(before.filter(({ folderId }) => folderId !== null)).toEqual([])
  const { id } = await folders.create({ name: 'From before' })
  await conversations.move({ moves: [{ conversationIds: before.map((each) => each.id), folderId: id }] })
  const moved = await conversations.list()
  expect(moved).toEqual(before.map((each) => ({ ...each, folderId: id })))
})

test('has every media file that a folder of database format 6 refers to, unchanged', async () => {
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
