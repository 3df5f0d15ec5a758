// Imports of files with chats: what the preview lists, what is inserted, and what stays after errors and cancellations.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ImportableChat, ImportProgress, ImportReading, ImportTarget } from '#shared/schemas/chat-import'
import { holdLock } from '../../database/lock-holder.fixture'
import { hashOf, listComplete, makePng } from '../../library/library.fixture'
import type { Workspace } from '../../workspace'
import { ask, openTestWorkspace, read } from '../../workspace.fixture'
import { makePlain } from './chatgpt.fixture'
import { writeChatGptZip, writeJsonFile, writeZip } from './export-files.fixture'

interface Preview extends Omit<ImportReading, 'chats' | 'share'> {
  readonly chats: ImportableChat[]
}

async function open(app: Workspace, ...paths: string[]): Promise<Preview> {
  let preview: Preview = { chats: [] }
  for await (const { chats = [], share: _, ...rest } of app.imports.open(paths))
    preview = { ...preview, ...rest, chats: [...preview.chats, ...chats] }
  return preview
}

interface ImportOptions {
  readonly target?: ImportTarget
  readonly onProgress?: (progress: ImportProgress) => void
}

type Result = NonNullable<ImportProgress['result']>

async function importChats(
  app: Workspace,
  chats: readonly Pick<ImportableChat, 'index'>[],
  { target = null, onProgress = () => {} }: ImportOptions = {},
): Promise<Result> {
  let last: ImportProgress | undefined
  const indexes = chats.map(({ index }) => index)
  for await (const progress of app.imports.start({ indexes, target, model: 'gen-2.5-flash' })) {
    onProgress(progress)
    last = progress
  }
  if (!last?.result) throw new Error('The last event must have the result.')
  return last.result
}

const states = ({ chats }: Preview) => chats.map(({ title, state }) => [title, state])

test('previews and imports a ChatGPT archive with its branches, files and images, once', async () => {
  const { app, workspace } = await openTestWorkspace()
  const path = await writeChatGptZip(workspace.folder)
  const preview = await open(app, path)
  expect(preview.files).toEqual({ source: 'chatgpt', names: ['export.zip'], rejected: [] })
  expect(preview.chats).toMatchObject([
    { title: 'Otters and branches', messages: 7, updatedAt: 1_700_000_900_500, state: 'new', losses: [] },
    { title: 'Everything', messages: 2, state: 'new' },
    {
      title: 'Broken',
      state: 'unreadable',
      problem: 'conversations-001.json, [1].mapping: must be an object',
    },
  ])
  const result = await importChats(app, preview.chats.slice(0, 2), { target: { name: 'ChatGPT import' } })
  expect(result).toMatchObject({ failures: [], lostFiles: 0 })
  const [folder] = app.folders.list()
  expect([folder?.name, folder?.id]).toEqual(['ChatGPT import', result.createdFolderId])
  const [branches = '', everything = ''] = result.conversationIds

  const view = await read(app, branches)
  expect(view.conversation).toMatchObject({
    title: 'Otters and branches',
    folderId: folder?.id,
    createdAt: 1_700_000_000_250,
    updatedAt: 1_700_000_900_500,
    parameters: { model: 'gen-2.5-flash' },
  })
  expect(view.turns.map(({ parts }) => parts[0]?.text)).toEqual([
    'Tell me of otters.',
    'Otters play.',
    'And badgers?',
    'Badgers dig.',
  ])
  expect(Object.values(view.alternates).map((ids) => ids.length)).toEqual([2, 2])
  // The chat continues with its history.
  const next = await ask(
    workspace,
    'And bears?',
    (await app.conversations.duplicate({ conversationId: branches })).id,
  )
  expect(next.body.contents.map(({ parts }) => parts[0]?.text)).toEqual([
    ...view.turns.map(({ parts }) => parts[0]?.text),
    'And bears?',
  ])
  app.conversations.deleteAll([next.conversationId])

  const { turns } = await read(app, everything)
  const media = turns.flatMap(({ parts }) => parts.flatMap(({ inlineData }) => inlineData ?? []))
  expect(media).toEqual([
    { mimeType: 'text/plain', media: hashOf(Buffer.from('Notes of the user.')), fileName: 'notes.txt' },
    { mimeType: 'image/png', media: hashOf(makePng(8, 8)) },
    { mimeType: 'image/png', media: hashOf(makePng(9, 9)) },
  ])
  expect((await listComplete(app)).filter(({ kind }) => kind === 'image')).toMatchObject([
    { media: hashOf(makePng(9, 9)) },
  ])

  const again = await open(app, path)
  expect(states(again)).toEqual([
    ['Otters and branches', 'imported'],
    ['Everything', 'imported'],
    ['Broken', 'unreadable'],
  ])
  expect((await importChats(app, again.chats.slice(0, 2))).conversationIds).toEqual([])
  expect(app.conversations.list()).toHaveLength(2)

  app.conversations.deleteAll([branches])
  const afterDeletion = await open(app, path)
  expect(states(afterDeletion)[0]).toEqual(['Otters and branches', 'trash'])
  expect(await importChats(app, afterDeletion.chats.slice(0, 1))).toMatchObject({
    conversationIds: [branches],
  })
  expect(app.conversations.list()).toHaveLength(2)
  expect(app.folders.list()).toHaveLength(1)
})

test('reads files of all applications together, by their content', async () => {
  const { app, folder } = await openTestWorkspace()
  const chunkedPrompt = { chunks: [{ role: 'user', text: 'Hi' }] }
  const paths = await Promise.all([
    writeJsonFile(folder, 'Otter plans', { runSettings: { model: 'models/gemini-2.5-pro' }, chunkedPrompt }),
    writeZip(folder, 'drive.zip', {
      'AI Studio/Plan v1.5': JSON.stringify({
        chunkedPrompt: { chunks: [{ role: 'user', text: 'Zipped' }] },
      }),
      'AI Studio/picture.png': makePng(2, 2),
    }),
    writeJsonFile(folder, 'one.json', makePlain('single', 'Single')),
    // A chat that the files contain twice is listed once.
    writeJsonFile(folder, 'again.json', [makePlain('single', 'Single')]),
  ])
  const { files, chats } = await open(app, ...paths)
  expect(files?.rejected).toEqual([])
  expect(chats.map(({ title }) => title)).toEqual(['Otter plans', 'Plan v1.5', 'Single'])
  const { conversationIds, failures } = await importChats(app, chats)
  expect([conversationIds.length, failures]).toEqual([3, []])
  expect((await read(app, conversationIds[0] ?? '')).conversation.parameters).toMatchObject({
    model: 'gen-2.5-pro',
  })
})

test('explains files without chats, broken archives, and archives that would grow too large', async () => {
  const { app, folder } = await openTestWorkspace()
  const notZip = join(folder, 'cut.zip')
  await writeFile(notZip, 'PK\x03\x04 and nothing else')
  const zip = await writeChatGptZip(folder)
  const rejected = async (path: string) => (await open(app, path)).files?.rejected[0]?.problem
  expect(await rejected(notZip)).toMatch(
    /^“cut\.zip” can’t be read as a ZIP archive: .+ Download or export it again\.$/,
  )
  expect(await rejected(await writeJsonFile(folder, 'x.json', { some: 'JSON' }))).toMatch(
    /^This file isn’t a chat export of/,
  )
  expect(await rejected(await writeZip(folder, 'x.zip', { 'a.json': '[1]' }))).toMatch(
    /^This archive doesn’t contain/,
  )
  expect(await rejected(join(folder, 'gone.json'))).toMatch(/ENOENT/)
  const bomb = await writeZip(folder, 'bomb.zip', {
    'conversations.json': `[${' '.repeat(80 * 1024 * 1024)}]`,
  })
  expect(await rejected(bomb)).toBe(
    '“conversations.json” in bomb.zip would grow to far more than its size in the archive, so it wasn’t read.',
  )
  // Other files are not affected.
  expect((await open(app, notZip, zip)).chats).toHaveLength(3)
})

test('imports the chats before the end of a truncated file, and those beside a broken one', async () => {
  const { app, folder } = await openTestWorkspace()
  const text = JSON.stringify([
    makePlain('a', 'A'),
    { mapping: 3, title: 'B' },
    makePlain('c', 'C'),
    makePlain('d', 'D'),
  ])
  const path = join(folder, 'conversations.json')
  await writeFile(path, text.slice(0, -10))
  const preview = await open(app, path)
  expect(states(preview)).toEqual([
    ['A', 'new'],
    ['B', 'unreadable'],
    ['C', 'new'],
  ])
  expect(preview.files?.rejected).toEqual([
    { name: 'conversations.json', problem: expect.stringContaining('ends in the middle') },
  ])
  const result = await importChats(app, preview.chats)
  expect(result.conversationIds).toHaveLength(2)
  expect(result.failures).toEqual([
    { title: 'B', problem: expect.stringContaining('mapping: must be an object') },
  ])
})

test('leaves complete chats if it is canceled, and no empty folder', async () => {
  const { app, folder } = await openTestWorkspace()
  const list = Array.from({ length: 120 }, (_, index) => makePlain(`id ${index}`, `Chat ${index}`))
  const path = await writeJsonFile(folder, 'conversations.json', list)
  const { chats } = await open(app, path)
  let seen = 0
  const result = await importChats(app, chats, {
    target: { name: 'Folder' },
    onProgress: ({ done }) => {
      seen = done
      if (done >= 70) app.imports.cancel()
    },
  })
  expect(seen).toBeLessThan(120)
  expect(result.conversationIds).toHaveLength(seen)
  expect(app.conversations.list()).toHaveLength(seen)
  for (const { id } of app.conversations.list().slice(0, 3))
    expect((await read(app, id)).turns).toHaveLength(2)
  const again = await open(app, path)
  expect(again.chats.filter(({ state }) => state === 'new')).toHaveLength(120 - seen)

  const canceled = app.imports.start({ indexes: [119], target: { name: 'Empty' }, model: 'm' })
  app.imports.cancel()
  await app.imports.close()
  await expect(canceled.next()).rejects.toThrow('Choose the files again')
  expect(app.folders.list().map(({ name }) => name)).toEqual(['Folder'])
})

test('reads many conversations in slices, and imports them with few notices to the page', async () => {
  const { app, folder } = await openTestWorkspace()
  const length = 600
  const list = Array.from({ length }, (_, index) => makePlain(`id ${index}`, `Chat ${index}`))
  const path = await writeJsonFile(folder, 'conversations.json', list)
  const events: number[] = []
  const chats: ImportableChat[] = []
  for await (const { chats: some = [] } of app.imports.open([path])) {
    events.push(some.length)
    chats.push(...some)
  }
  expect(chats).toHaveLength(length)
  expect(Math.max(...events)).toBeLessThanOrEqual(500)
  let notices = 0
  const unsubscribe = app.changes.subscribe((topic) => {
    if (topic === 'conversations') notices += 1
  })
  const { conversationIds, failures } = await importChats(app, chats)
  unsubscribe()
  expect([new Set(conversationIds).size, failures]).toEqual([length, []])
  // Each notice makes the page load its list again.
  expect(notices).toBeLessThanOrEqual(length / 50 + 1)
  expect(app.conversations.list()).toHaveLength(length)
  const again = await open(app, path)
  expect(again.chats.every(({ state }) => state === 'imported')).toBe(true)
})

test('waits while another program has locked the database', async () => {
  const { app, folder } = await openTestWorkspace()
  const list = Array.from({ length: 5 }, (_, index) => makePlain(`id ${index}`, `Chat ${index}`))
  const { chats } = await open(app, await writeJsonFile(folder, 'conversations.json', list))
  const lock = await holdLock(join(folder, 'workspace.db'))
  const importing = importChats(app, [...chats, ...chats], { target: { name: 'Folder' } })
  await expect.poll(() => app.database.lockedFile()).not.toBeNull()
  await lock.release()
  expect(await importing).toMatchObject({ failures: [], conversationIds: { length: 5 } })
  expect([app.conversations.list().length, app.folders.list().length]).toEqual([5, 1])
})
