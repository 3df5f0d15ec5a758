// Exports: one file as it is, many as a zip that tells, and nothing left where it breaks off.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { FileProgress } from '#shared/schemas/library'
import { openDatabase } from '../../database/database'
import { ask, makeFolder, openTestWorkspace, type TestWorkspace } from '../../workspace.fixture'
import { insertItem } from '../item-rows'
import { draw, hashOf, listComplete, pictureOf } from '../library.fixture'
import { makePng } from '../make-png.fixture'
import { createNames, type ExportPorts, exportItems } from './export-items'

const fox = makePng(64, 48, 10)
const bear = makePng(64, 48, 20)

async function setUpTwo() {
  const setting = await openTestWorkspace()
  await draw(setting, { prompt: 'A fox: "red"', answer: [pictureOf(fox)] })
  await draw(setting, { prompt: 'a FOX red', answer: [pictureOf(bear)] })
  const items = await listComplete(setting.app, { kinds: ['image'], order: 'oldest' })
  for (const media of [fox, bear])
    await expect.poll(() => setting.app.media.readSidecar(hashOf(media))).toBeDefined()
  return { ...setting, ids: items.map(({ id }) => id), target: makeFolder() }
}

async function read(steps: AsyncIterable<FileProgress>): Promise<FileProgress[]> {
  const all: FileProgress[] = []
  for await (const step of steps) all.push(step)
  return all
}

function unzip(path: string): Record<string, Uint8Array> {
  return unzipSync(readFileSync(path))
}

test('one picture is its own bytes, under a name made of its prompt', async () => {
  const { app, ids, target } = await setUpTwo()
  const [id = ''] = ids
  const { name, extension } = app.collection.suggestName({ ids: [id] })
  expect({ name, extension }).toEqual({ name: 'A fox red', extension: 'png' })
  const path = join(target, `${name}.${extension}`)
  writeFileSync(path, 'what was there before')
  expect(await read(app.collection.export({ ids: [id], path }))).toEqual([
    { files: 1, totalFiles: 1, bytes: fox.length, totalBytes: fox.length, done: { path } },
  ])
  expect(readFileSync(path)).toEqual(fox)
  expect(readdirSync(target)).toHaveLength(1)
})

test('several are a zip of pictures, sidecars and conversations, each under a name of its own', async () => {
  const setting = await setUpTwo()
  const { app, ids, target } = setting
  const chat = await ask(setting, 'What is a fox?')
  const path = join(target, 'all.zip')
  const all = [...ids, chat.conversationId, ids[0] ?? '']
  expect(app.collection.suggestName({ ids: all })).toMatchObject({ extension: 'zip' })
  const last = (await read(app.collection.export({ ids: all, path }))).at(-1)
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
  expect([
    Buffer.from(entries['A fox red.png'] ?? []),
    Buffer.from(entries['a FOX red (2).png'] ?? []),
  ]).toEqual([fox, bear])
  expect(text('A fox red.json')).toEqual(await app.media.readSidecar(hashOf(fox)))
  expect(text('What is a fox.json')).toMatchObject({ kind: 'gen-playground-conversation' })
  const imported = await app.exports.import(strFromU8(entries['What is a fox.json'] ?? new Uint8Array()))
  expect(imported.title).toBe('What is a fox?')
})

test('a file that is missing is listed in the zip, and alone it is refused', async () => {
  const { app, ids, target } = await setUpTwo()
  rmSync((await app.media.open(hashOf(fox))).path)
  const path = join(target, 'all.zip')
  await read(app.collection.export({ ids, path }))
  expect(strFromU8(unzip(path)['Missing files.txt'] ?? new Uint8Array())).toBe(
    'These files were missing from the media folder:\n\nA fox red.png\n',
  )
  expect(Object.keys(unzip(path))).toContain('A fox red.json')
  await expect(
    read(app.collection.export({ ids: ids.slice(0, 1), path: join(target, 'x.png') })),
  ).rejects.toThrow('The file of “A fox: "red"” is missing from the media folder. Locate it, or put it back.')
  expect(readdirSync(target)).toEqual(['all.zip'])
})

test('what is in the bin: pictures are exported, a conversation is not, and what is unknown is refused', async () => {
  const setting = await setUpTwo()
  const { app, ids, target } = setting
  const { conversationId } = await ask(setting, 'What is a fox?')
  await app.collection.delete({ ids: [...ids, conversationId] })
  const path = join(target, 'a')
  await read(app.collection.export({ ids: ids.slice(0, 1), path }))
  expect(readFileSync(path)).toEqual(fox)
  const refused = (asked: string[]) => read(app.collection.export({ ids: asked, path: join(target, 'b') }))
  await expect(refused([conversationId])).rejects.toThrow('“What is a fox?” is in the trash')
  await expect(refused(['unknown'])).rejects.toThrow('Item not found in the Library.')
  expect(readdirSync(target)).toEqual(['a'])
})

test('an export that is aborted leaves nothing', async () => {
  const { app, ids, target, folder } = await setUpTwo()
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  const leaving = new AbortController()
  const ports = { ...portsOf(app, connection), openFile: stopAfter(1, () => leaving.abort()) }
  const steps: FileProgress[] = []
  const options = { ids, path: join(target, 'all.zip'), signal: leaving.signal }
  await exportItems(ports, options, (step) => steps.push(step))
  connection.close()
  expect(steps.some((step) => step.done)).toBe(false)
  expect(readdirSync(target)).toEqual([])
})

test('an export that nobody follows any longer leaves nothing', async () => {
  const { app, folder } = await openTestWorkspace()
  const large = await app.media.store(Buffer.concat([fox, Buffer.alloc(8_000_000, 3)]))
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  connection.transact(() => {
    for (const id of ['a', 'b']) insertItem(connection, newItem(id, large.hash))
  })
  connection.close()
  const target = makeFolder()
  for await (const step of app.collection.export({ ids: ['a', 'b'], path: join(target, 'all.zip') })) {
    expect(step.done).toBeUndefined()
    break
  }
  expect(readdirSync(target)).toEqual([])
})

test('a full disk is told by a sentence, and nothing of the zip is left, nor the old one touched', async () => {
  const { app, ids, target, folder } = await setUpTwo()
  const path = join(target, 'all.zip')
  writeFileSync(path, 'an older one')
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  // The kernel's own device of a disk without room.
  const ports = { ...portsOf(app, connection), openFile: () => open('/dev/full', 'w') }
  await expect(exportItems(ports, { ids, path }, () => undefined)).rejects.toThrow(
    'Couldn’t save all.zip: the disk is full. No partial file was left behind.',
  )
  connection.close()
  expect(readdirSync(target)).toEqual(['all.zip'])
  expect(readFileSync(path, 'utf8')).toBe('an older one')
})

test('a folder that is not there, and a folder of that name, are told', async () => {
  const { app, ids, target } = await setUpTwo()
  const to = (path: string) => read(app.collection.export({ ids, path }))
  await expect(to(join(target, 'no', 'all.zip'))).rejects.toThrow('the folder doesn’t exist')
  mkdirSync(join(target, 'all.zip'))
  await expect(to(join(target, 'all.zip'))).rejects.toThrow(
    'Couldn’t save all.zip: a folder with that name already exists.',
  )
  expect(readdirSync(target)).toEqual(['all.zip'])
})

test('no more is read than was written: a slow disk never makes memory grow', async () => {
  const setting = await openTestWorkspace()
  const { app, folder } = setting
  const large = await app.media.store(Buffer.concat([fox, Buffer.alloc(8_000_000, 3)]))
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  connection.transact(() => {
    for (const id of ['a', 'b']) insertItem(connection, newItem(id, large.hash))
  })
  let waiting = 0
  let most = 0
  const openFile = async (path: string) => {
    const handle = await open(path, 'wx')
    const writeFile = async (bytes: Uint8Array) => {
      waiting += bytes.length
      most = Math.max(most, waiting)
      await writeAll(handle, bytes)
      waiting -= bytes.length
    }
    return withWrite(handle, writeFile)
  }
  const path = join(makeFolder(), 'all.zip')
  const options = { ids: ['a', 'b'], path }
  await exportItems({ ...portsOf(app, connection), openFile }, options, () => undefined)
  connection.close()
  expect(most).toBeLessThanOrEqual(262_144)
  const whole = await app.media.read(large.hash)
  expect(Object.values(unzip(path)).map((bytes) => Buffer.compare(bytes, whole))).toEqual([0, 0])
}, 30_000)

test('names are told apart without regard to capitals, also from one that looks numbered already', () => {
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

/** Does something once so many pieces were written. */
function stopAfter(pieces: number, act: () => void): NonNullable<ExportPorts['openFile']> {
  let written = 0
  return async (path) => {
    const handle = await open(path, 'wx')
    return withWrite(handle, async (bytes) => {
      await writeAll(handle, bytes)
      written += 1
      if (written === pieces) act()
    })
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  await handle.write(bytes)
}

/** A real file whose writing can be watched. */
function withWrite(handle: FileHandle, writeFile: (bytes: Uint8Array) => Promise<void>): FileHandle {
  return new Proxy(handle, {
    get(target, name) {
      if (name === 'writeFile') return writeFile
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
