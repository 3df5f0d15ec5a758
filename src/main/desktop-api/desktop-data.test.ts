// Exports and imports through the desktop contract: no keys in archives, and only files that the user has chosen or dropped.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import type { ImportableChat } from '#shared/schemas/chat-import'

import { toPartialPath } from '#workspace/archive/archive-layout'

import { writeChatGptZip } from '#workspace/conversations/imports/export-files.fixture'
import { connect } from '#workspace/database/connection'
import { databaseIn } from '#workspace/database/database'
import { openTemporaryDesktop, type TemporaryDesktop } from './temporary-desktop.fixture'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'desktop data '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The last event of an export or import. */
async function finish<Result>(events: AsyncIterable<{ progress: unknown } | { done: Result | null }>) {
  let done: Result | null = null
  for await (const event of events) if ('done' in event) done = event.done
  return done
}

test('an archive has settings and entries, but no key of any kind', async () => {
  const { client, application, user } = await openTemporaryDesktop()
  const secrets = ['SECRET-gemini-key-0123456789', 'SECRET-proxy-password-0123456789']
  await client.keys.set({ slot: 'gemini', key: secrets[0] ?? '' })
  const login = `proxy-user:${secrets[1]}`
  await client.keys.set({ slot: 'proxy', key: login })
  expect(application.secrets()).toEqual(expect.arrayContaining([secrets[0], login]))
  await client.settings.update({ theme: 'dark' })
  const issued = await client.namedKeys.create({ name: 'Script' })
  const { key: local } = await client.localKey.read()
  await client.templates.save({ name: 'Greeting', text: 'Hello' })
  const path = join(makeFolder(), 'data.zip')
  user.dialogResult = path
  expect(await finish(await client.data.export())).toMatchObject({
    path,
    missing: 0,
    counts: { templates: 1 },
  })
  const archive = Buffer.concat(
    Object.values(unzipSync(readFileSync(path))).map((bytes) => Buffer.from(bytes)),
  )
  expect(archive.includes('Hello')).toBe(true)
  const [stored] = application.workspace.namedKeys.hashes()
  for (const secret of [
    ...secrets,
    login,
    issued.key,
    local ?? '',
    stored?.hash ?? '',
    ...application.secrets(),
  ]) {
    expect(secret.length).toBeGreaterThan(8)
    expect(archive.includes(secret)).toBe(false)
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      expect(archive.includes(Buffer.from(secret).toString(encoding))).toBe(false)
  }
})

test('an import needs a preview, and imports settings only on request', async () => {
  const source = await openTemporaryDesktop()
  await source.client.settings.update({ theme: 'dark' })
  await source.client.templates.save({ name: 'Greeting', text: 'Hello' })
  const path = join(makeFolder(), 'data.zip')
  source.user.dialogResult = path
  await finish(await source.client.data.export())

  const { client, user } = await openTemporaryDesktop()
  await expect(client.data.import({ path, settings: true }).then(finish)).rejects.toThrow('must be chosen')
  user.dialogResult = path
  expect(await finish(await client.data.previewImport())).toMatchObject({ path })
  await finish(await client.data.import({ path, settings: false }))
  expect((await client.templates.list()).map(({ name }) => name)).toEqual(['Greeting'])
  expect((await client.settings.read()).theme).toBe('system')
  expect(await finish(await client.data.import({ path, settings: true }))).toMatchObject({
    settingsProblem: null,
  })
  expect((await client.settings.read()).theme).toBe('dark')
})

test('a canceled dialog exports nothing; canceling an export leaves no file', async () => {
  const { client, user } = await openTemporaryDesktop()
  expect(await finish(await client.data.export())).toBeNull()
  const path = join(makeFolder(), 'data.zip')
  user.dialogResult = path
  const canceling = new AbortController()
  try {
    for await (const _ of await client.data.export(undefined, { signal: canceling.signal })) canceling.abort()
  } catch {
    // The client reports the abort as an error.
  }
  await expect.poll(() => existsSync(toPartialPath(path))).toBe(false)
  expect(await client.data.interruptedExport()).toBeNull()
})

test('storage is measured, parts are cleaned up, and areas are reset', async () => {
  const { client } = await openTemporaryDesktop()
  await client.templates.save({ name: 'Greeting', text: 'Hello' })
  const uses = await client.data.storage()
  expect(uses.find(({ part }) => part === 'database')?.bytes).toBeGreaterThan(100_000)
  for (const part of ['thumbnails', 'snapshots', 'unusedVectors', 'log', 'logs', 'trash'] as const)
    await client.data.cleanUp({ part })
  expect(await client.data.reset({ area: 'presets' })).toEqual({ count: 1 })
  expect(await client.templates.list()).toEqual([])
  for (const area of ['chats', 'images', 'videos', 'transcripts', 'sets', 'log'] as const)
    await client.data.reset({ area })
  await client.settings.update({ theme: 'dark' })
  await client.data.reset({ area: 'settings' })
  expect((await client.settings.read()).theme).toBe('system')
})

test('compacting the database gives the space of deleted entries back, while others are saved', async () => {
  const { client } = await openTemporaryDesktop()
  const sizeOfDatabase = async () =>
    (await client.data.storage()).find(({ part }) => part === 'database')?.bytes ?? 0
  const empty = await sizeOfDatabase()
  const { dataFolder } = await client.application.status()
  const connection = connect(databaseIn(dataFolder))
  connection.exec('CREATE TABLE deleted AS SELECT zeroblob(5000000)')
  connection.exec('DROP TABLE deleted')
  connection.close()
  expect(await sizeOfDatabase()).toBeGreaterThan(empty + 5_000_000)
  await Promise.all([
    client.data.cleanUp({ part: 'database' }),
    client.templates.save({ name: 'Short', text: 'Hello' }),
  ])
  expect(await sizeOfDatabase()).toBeLessThan(empty + 1_000_000)
  expect((await client.templates.list()).map(({ name }) => name)).toEqual(['Short'])
})

async function readChats({ client }: TemporaryDesktop, id: string): Promise<ImportableChat[]> {
  const chats: ImportableChat[] = []
  for await (const reading of await client.imports.read({ id })) chats.push(...(reading.chats ?? []))
  return chats
}

test('imports dropped files into a new folder, and undoes it', async () => {
  const desktop = await openTemporaryDesktop()
  const { client, folder, user } = desktop
  user.dropped.set('dropped', [await writeChatGptZip(folder)])
  await expect(readChats(desktop, 'other')).rejects.toThrow('Choose or drop the files again.')
  const chats = await readChats(desktop, 'dropped')
  expect(chats.map(({ state }) => state)).toEqual(['new', 'new', 'unreadable'])

  const indexes = chats.map(({ index }) => index)
  const events = []
  const target = { name: 'ChatGPT import' }
  for await (const event of await client.imports.start({ indexes, target, model: 'gen-2.5-pro' }))
    events.push(event)
  const { result } = events.at(-1) ?? {}
  expect(result?.conversationIds).toHaveLength(2)
  expect(result?.failures).toEqual([
    { title: 'Broken', problem: expect.stringContaining('mapping: must be an object') },
  ])
  expect((await client.conversations.list()).map(({ folderId }) => folderId)).toEqual([
    result?.createdFolderId,
    result?.createdFolderId,
  ])
  await client.imports.close()
  await expect(
    (async () => {
      for await (const _ of await client.imports.start({ indexes, target, model: 'm' })) break
    })(),
  ).rejects.toThrow('Choose the files again')

  await client.library.delete({ ids: result?.conversationIds ?? [] })
  await client.folders.delete({ id: result?.createdFolderId ?? '' })
  expect([await client.conversations.list(), await client.folders.list()]).toEqual([[], []])
})
