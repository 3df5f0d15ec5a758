// Exports: one item as its file, several as a zip, and nothing left after a failure.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import type { FileProgress } from '#shared/schemas/library'
import { openDatabase } from '../../database/database'
import { openReadsHere } from '../../reads'
import { ask, makeFolder, openTestWorkspace, type TestWorkspace } from '../../workspace.fixture'
import { insertItem } from '../item-rows'
import { bear, fox, hashOf, idsOf, openWithDrawings } from '../library.fixture'
import { createNames, type ExportPorts, exportItems } from './export-items'

async function openWithTwoImages() {
  const { workspace, images } = await openWithDrawings({ 'A fox: "red"': fox, 'a FOX red': bear })
  for (const media of [fox, bear])
    await expect.poll(() => workspace.app.media.readSidecar(hashOf(media))).toBeDefined()
  return { ...workspace, ids: idsOf(images).reverse(), target: makeFolder() }
}

async function read(steps: AsyncIterable<FileProgress>): Promise<FileProgress[]> {
  const all: FileProgress[] = []
  for await (const step of steps) all.push(step)
  return all
}

function unzip(path: string): Record<string, Uint8Array> {
  return unzipSync(readFileSync(path))
}

test('one image is exported unchanged, with a name from its prompt', async () => {
  const { app, ids, target } = await openWithTwoImages()
  const [id = ''] = ids
  const { name, extension } = await app.library.suggestName({ ids: [id] })
  expect({ name, extension }).toEqual({ name: 'A fox red', extension: 'png' })
  const path = join(target, `${name}.${extension}`)
  writeFileSync(path, 'what was there before')
  expect(await read(app.library.export({ ids: [id], path }))).toEqual([
    { files: 1, totalFiles: 1, bytes: fox.length, totalBytes: fox.length, done: { path } },
  ])
  expect(readFileSync(path)).toEqual(fox)
  expect(readdirSync(target)).toHaveLength(1)
})

test('several items become a zip of images, sidecars and conversations with unique names', async () => {
  const workspace = await openWithTwoImages()
  const { app, ids, target } = workspace
  const chat = await ask(workspace, 'What is a fox?')
  const path = join(target, 'all.zip')
  const all = [...ids, chat.conversationId, ids[0] ?? '']
  await app.library.tag({ ids: ids.slice(0, 1), add: ['red'], remove: [] })
  expect(await app.library.suggestName({ ids: all })).toMatchObject({ extension: 'zip' })
  const last = (await read(app.library.export({ ids: all, path }))).at(-1)
  expect(last).toEqual({
    files: 3,
    totalFiles: 3,
    bytes: fox.length + bear.length,
    totalBytes: fox.length + bear.length,
    done: { path },
  })
  const entries = unzip(path)
  expect(Object.keys(entries).sort()).toEqual([
    'A fox red.json',
    'A fox red.png',
    'What is a fox.json',
    'a FOX red (2).json',
    'a FOX red (2).png',
  ])
  const text = (name: string) => JSON.parse(strFromU8(entries[name] ?? new Uint8Array()))
  expect([text('A fox red.json'), text('a FOX red (2).json')]).toMatchObject([[{ tags: ['red'] }], [{}]])
  expect(text('a FOX red (2).json')[0]).not.toHaveProperty('tags')
  expect([
    Buffer.from(entries['A fox red.png'] ?? []),
    Buffer.from(entries['a FOX red (2).png'] ?? []),
  ]).toEqual([fox, bear])
  expect(text('A fox red.json')).toEqual(await app.media.readSidecar(hashOf(fox)))
  expect(text('What is a fox.json')).toMatchObject({ kind: 'gen-playground-conversation' })
  const imported = await app.exports.import(strFromU8(entries['What is a fox.json'] ?? new Uint8Array()))
  expect(imported.title).toBe('What is a fox?')
})

test('a missing file is listed in the zip, and rejected if it is the only item', async () => {
  const { app, ids, target } = await openWithTwoImages()
  rmSync((await app.media.open(hashOf(fox))).path)
  const path = join(target, 'all.zip')
  await read(app.library.export({ ids, path }))
  expect(strFromU8(unzip(path)['Missing files.txt'] ?? new Uint8Array())).toBe(
    'These files were missing from the media folder:\n\nA fox red.png\n',
  )
  expect(Object.keys(unzip(path))).toContain('A fox red.json')
  await expect(
    read(app.library.export({ ids: ids.slice(0, 1), path: join(target, 'x.png') })),
  ).rejects.toThrow('The file of “A fox: "red"” is missing from the media folder. Locate it, or put it back.')
  expect(readdirSync(target)).toEqual(['all.zip'])
})

test('exports images from the trash, but no conversations; rejects unknown items', async () => {
  const workspace = await openWithTwoImages()
  const { app, ids, target } = workspace
  const { conversationId } = await ask(workspace, 'What is a fox?')
  await app.library.delete({ ids: [...ids, conversationId] })
  const path = join(target, 'a')
  await read(app.library.export({ ids: ids.slice(0, 1), path }))
  expect(readFileSync(path)).toEqual(fox)
  const exportAll = (ids: string[]) => read(app.library.export({ ids: ids, path: join(target, 'b') }))
  await expect(exportAll([conversationId])).rejects.toThrow('“What is a fox?” is in the trash')
  await expect(exportAll(['unknown'])).rejects.toThrow('Item not found in the Library.')
  expect(readdirSync(target)).toEqual(['a'])
})

/** Two items with the same file of 8 MB. */
async function openWithLarge() {
  const { app, folder } = await openTestWorkspace()
  const large = await app.media.store(Buffer.concat([fox, Buffer.alloc(8_000_000, 3)]))
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  connection.transact(() => {
    for (const id of ['a', 'b']) insertItem(connection, newItem(id, large.hash))
  })
  onTestFinished(() => connection.close())
  return { app, connection, large, ids: ['a', 'b'], path: join(makeFolder(), 'all.zip') }
}

test.each(['an aborted export', 'an export whose reader stops'])('%s leaves no file', async (how) => {
  const { app, ids, path } = await openWithLarge()
  const abortController = new AbortController()
  for await (const step of app.library.export({ ids, path, signal: abortController.signal })) {
    expect(step.done).toBeUndefined()
    if (how === 'an aborted export') abortController.abort()
    else break
  }
  expect(readdirSync(dirname(path))).toEqual([])
})

test('a full disk, a missing folder, and a folder with the file’s name are reported, and the old file stays', async () => {
  const { app, ids, target, folder } = await openWithTwoImages()
  const path = join(target, 'all.zip')
  writeFileSync(path, 'an older one')
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  // The Linux device that behaves like a full disk.
  const ports = { ...portsOf(app, connection), openFile: () => open('/dev/full', 'w') }
  await expect(exportItems(ports, { ids, path }, () => undefined)).rejects.toThrow(
    `Couldn’t save all.zip to ${target}: the disk is full. No partial file was left behind.`,
  )
  connection.close()
  const to = (path: string) => read(app.library.export({ ids, path }))
  await expect(to(join(target, 'no', 'all.zip'))).rejects.toThrow('the folder doesn’t exist')
  expect([readdirSync(target), readFileSync(path, 'utf8')]).toEqual([['all.zip'], 'an older one'])
  mkdirSync(join(target, 'folder.zip'))
  await expect(to(join(target, 'folder.zip'))).rejects.toThrow(
    `Couldn’t save folder.zip to ${target}: a folder with that name already exists.`,
  )
  expect(readdirSync(target).sort()).toEqual(['all.zip', 'folder.zip'])
})

test('reads no further ahead than a slow disk writes', async () => {
  const { app, connection, large, ids, path } = await openWithLarge()
  let waiting = 0
  let maxWaiting = 0
  const openFile = async (path: string) => {
    const handle = await open(path, 'wx')
    handle.writeFile = async (bytes) => {
      waiting += bytes.length
      maxWaiting = Math.max(maxWaiting, waiting)
      await handle.write(bytes as Uint8Array)
      waiting -= bytes.length
    }
    return handle
  }
  await exportItems({ ...portsOf(app, connection), openFile }, { ids, path }, () => undefined)
  expect(maxWaiting).toBeLessThanOrEqual(262_144)
  const complete = await app.media.read(large.hash)
  expect(Object.values(unzip(path)).map((bytes) => Buffer.compare(bytes, complete))).toEqual([0, 0])
})

test('names differ in more than case, and do not clash with numbered ones', () => {
  const nameOf = createNames()
  expect(['Fox (2)', 'fox', 'FOX', 'Fox', 'fox (2)'].map(nameOf)).toEqual([
    'Fox (2)',
    'fox',
    'FOX (3)',
    'Fox (4)',
    'fox (2) (2)',
  ])
})

function portsOf(app: TestWorkspace['app'], connection: ReturnType<typeof openDatabase>): ExportPorts {
  const { media, exports, embeddings } = app
  return {
    connection,
    ...openReadsHere(connection),
    media,
    exports,
    embeddings,
    now: () => 1,
    newId: () => 'id',
    notify: () => {},
    isClosed: () => false,
  }
}

function newItem(id: string, media: string) {
  return {
    id,
    kind: 'image' as const,
    title: 'Large',
    text: 'Large',
    model: null,
    createdAt: 1,
    deletedAt: null,
    file: 'here' as const,
    media,
    mimeType: 'image/png',
    conversationId: null,
    turnId: id,
  }
}
