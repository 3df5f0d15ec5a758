// Imports of other applications' chats over the desktop contract: only files that the user has chosen or dropped.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ImportableChat } from '#shared/schemas/chat-import'
import { makePlain } from '#workspace/conversations/imports/chatgpt.fixture'
import { writeChatGptZip, writeJsonFile } from '#workspace/conversations/imports/export-files.fixture'
import { type Desktop, openDesktop } from './desktop.fixture'

async function openTestDesktop(): Promise<Desktop & { folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'chat-imports-'))
  const desktop = await openDesktop(folder)
  onTestFinished(async () => {
    await desktop.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { ...desktop, folder }
}

async function read({ client }: Pick<Desktop, 'client'>, id: string): Promise<ImportableChat[]> {
  const chats: ImportableChat[] = []
  for await (const reading of await client.imports.read({ id })) chats.push(...(reading.chats ?? []))
  return chats
}

test('imports dropped files into a new folder, and undoes it', async () => {
  const desktop = await openTestDesktop()
  const { client, folder, user } = desktop
  user.dropped.set('dropped', [await writeChatGptZip(folder)])
  await expect(read(desktop, 'other')).rejects.toThrow('Choose or drop the files again.')
  const chats = await read(desktop, 'dropped')
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

test('reads several chosen files, and an exported chat among them at once', async () => {
  const desktop = await openTestDesktop()
  const { client, folder, user } = desktop
  const { id: conversationId } = await client.conversations.importText({
    text: JSON.stringify({
      kind: 'gen-playground-conversation',
      version: 1,
      exportedAt: 0,
      conversation: {
        title: 'Own',
        createdAt: 0,
        updatedAt: 0,
        headTurnId: null,
        parameters: { model: 'm' },
      },
      turns: [],
      media: {},
    }),
  })
  const own = join(folder, 'own.json')
  user.dialogResult = own
  await client.conversations.export({ conversationId, format: 'json' })
  const other = await writeJsonFile(folder, 'conversations.json', [makePlain('a', 'A')])
  user.dialogResult = `${own}\n${other}`
  const files = await client.imports.choose()
  const imported: string[] = []
  const chats: string[] = []
  for await (const reading of await client.imports.read({ id: files?.id ?? '' })) {
    imported.push(...(reading.imported ?? []).map(({ title }) => title))
    chats.push(...(reading.chats ?? []).map(({ title }) => title))
  }
  expect([imported, chats]).toEqual([['Own'], ['A']])
  expect(await client.conversations.list()).toHaveLength(2)
})
