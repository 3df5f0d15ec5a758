// The media folder: complete files, stored once, found by hash.
import { randomUUID } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { filesIn, hashOf } from '../library/library.fixture'
import { makeFolder } from '../workspace.fixture'
import { openMedia } from './media'
import { readFileType, readMediaType, toDisplayName } from './media-type'

const png = Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1')

test('bytes are stored under their hash, with the extension of their type', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  const hash = hashOf(png)
  const path = join(folder, hash.slice(0, 2), `${hash}.png`)
  const file = { hash, path, mimeType: 'image/png', length: png.length }
  expect(await media.store(png, 'image/jpeg')).toEqual(file)
  expect(await media.open(hash)).toEqual(file)
  expect(readFileSync(path)).toEqual(png)
})

test('the same bytes become one file, even if stored twice at the same time', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  await Promise.all([media.store(png), media.store(png), media.store(png, 'image/gif')])
  const { path } = await media.open(hashOf(png))
  const written = statSync(path).mtimeMs
  await media.store(png)
  expect(statSync(path).mtimeMs).toBe(written)
  expect(filesIn(folder)).toEqual([`${hashOf(png)}.png`])
})

test('removes incomplete files of a crash, and nothing else', async () => {
  const folder = makeFolder()
  await (await openMedia(folder)).store(png)
  writeFileSync(join(folder, `unfinished-${randomUUID()}`), 'half')
  writeFileSync(join(folder, 'unfinished-novel.txt'), "the user's own")
  writeFileSync(join(folder, 'notes.txt'), "the user's own")
  await openMedia(folder)
  expect(filesIn(folder).sort()).toEqual([`${hashOf(png)}.png`, 'notes.txt', 'unfinished-novel.txt'].sort())
})

test.each([
  ['a truncated file', png.subarray(0, 4)],
  ['a file with wrong content of the same length', Buffer.from(png).fill(0, png.length - 4)],
])('storing the bytes of %s again repairs it', async (_, damaged) => {
  const media = await openMedia(makeFolder())
  const { path, hash } = await media.store(png)
  writeFileSync(path, damaged)
  await media.store(png)
  expect(readFileSync(path)).toEqual(png)
  writeFileSync(path, damaged)
  await media.storeStream({ chunks: stream(png), name: 'x.png', length: png.length })
  expect([readFileSync(path), hashOf(await media.read(hash))]).toEqual([png, hash])
})

async function* stream(...chunks: readonly (Uint8Array | Error)[]) {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk
    yield chunk
  }
}

test('stores a stream as one file, even if the file exists already', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  const hash = hashOf(png)
  const file = {
    hash,
    path: join(folder, hash.slice(0, 2), `${hash}.png`),
    mimeType: 'image/png',
    length: png.length,
  }
  const name = 'a.jpg'
  const inChunks = () => stream(png.subarray(0, 1), png.subarray(1))
  const both = [1, 2].map(() => media.storeStream({ chunks: inChunks(), name, length: png.length }))
  expect(await Promise.all(both)).toEqual([file, file])
  expect(await media.storeStream({ chunks: stream(png), name, length: png.length })).toEqual(file)
  expect(readFileSync(file.path)).toEqual(png)
  expect(filesIn(folder)).toEqual([`${hash}.png`])
})

test('an interrupted stream leaves no file', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  const store = (chunks: AsyncIterable<Uint8Array>) =>
    media.storeStream({ chunks, name: 'a.png', length: png.length })
  await expect(store(stream(png.subarray(0, 9), new Error('gone')))).rejects.toThrow('gone')
  await expect(store(stream(png.subarray(0, 9)))).rejects.toMatchObject({ code: 'ABORTED' })
  expect(filesIn(folder)).toEqual([])
})

/** Bytes in buffers that are still referenced. */
/** The engine frees the bytes some time after it has collected their buffers. */
async function measureBuffers(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const counts: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    runInNewContext('gc')()
    await nextTurn()
    counts.push(process.memoryUsage().arrayBuffers)
  }
  return Math.min(...counts)
}

test('written chunks of a stream are released, during the transfer and after it', async () => {
  const megabyte = 1_048_576
  const media = await openMedia(makeFolder())
  const before = await measureBuffers()
  let maxBytes = 0
  async function* sendLargeFile() {
    yield Buffer.concat([png, Buffer.alloc(megabyte - png.length)])
    for (let sent = 1; sent < 40; sent += 1) yield Buffer.alloc(megabyte, sent)
    maxBytes = (await measureBuffers()) - before
  }
  await media.storeStream({ chunks: sendLargeFile(), name: 'a.png', length: 40 * megabyte })
  expect(maxBytes).toBeLessThan(20 * megabyte)
  expect((await measureBuffers()) - before).toBeLessThan(20 * megabyte)
})

test('a text gets its type from its name, and an unsupported type is rejected by its first bytes', async () => {
  const media = await openMedia(makeFolder())
  const text = Buffer.from('a,b\n1,2\n')
  const store = (name: string, ...chunks: readonly (Uint8Array | Error)[]) =>
    media.storeStream({ chunks: stream(...chunks), name, length: text.length })
  expect(await store('a.csv', text)).toMatchObject({ mimeType: 'text/csv' })
  expect(await store('a.ts', text)).toMatchObject({ mimeType: 'text/plain' })
  const late = new Error('was read on')
  await expect(store('a.bin', Buffer.alloc(5000, 255), late)).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: '“a.bin” isn’t supported. Models accept images, audio, video, PDFs, and text.',
  })
})

test('a text whose first bytes end within a character is a text', () => {
  const head = Buffer.from('naïve'.repeat(9)).subarray(0, 3)
  expect([readFileType(head, 'a.md'), readFileType(Buffer.from([0xc3, 0x28]), 'a.md')]).toEqual([
    { mimeType: 'text/markdown', extension: 'md' },
    undefined,
  ])
})

test('display names have no path or control characters, are short, and have the extension of their type', () => {
  expect([
    toDisplayName('C:\\pictures\\me.JPEG', 'image/jpeg'),
    toDisplayName('../me.png', 'image/jpeg'),
    toDisplayName('me', 'image/webp'),
    toDisplayName('a\u0000\u202eb.pdf', 'application/pdf'),
    toDisplayName('', 'video/mp4'),
    toDisplayName('main.rs', 'text/plain'),
    toDisplayName(`${'x'.repeat(300)}.png`, 'image/png').length,
  ]).toEqual(['me.JPEG', 'me.jpg', 'me.webp', 'ab.pdf', 'file.mp4', 'main.rs', 120])
})

test('throws for a missing file and for an invalid hash', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  await expect(media.open('a'.repeat(64))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(media.open('../../workspace.db')).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    param: 'hash',
  })
})

test('a folder that cannot be written to is reported by name, without an incomplete file', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  writeFileSync(join(folder, hashOf(png).slice(0, 2)), 'a file in the way')
  await expect(media.store(png)).rejects.toMatchObject({
    code: 'INTERNAL',
    message: expect.stringContaining(hashOf(png)),
  })
  expect(filesIn(folder)).toEqual([hashOf(png).slice(0, 2)])
})

test.each([
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
  ['RIFF\0\0\0\0WAVEfmt ', 'audio/wav'],
  ['\0\0\0\x20ftypisom', 'video/mp4'],
  ['\0\0\0\x20ftypM4A ', 'audio/mp4'],
  ['\x1a\x45\xdf\xa3', 'video/webm'],
  ['ID3\x04', 'audio/mpeg'],
  ['\xff\xfb\x90', 'audio/mpeg'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  ['%PDF-1.7', 'application/pdf'],
  ['RIFF\0\0\0\0AVI ', 'video/avi'],
  ['RIFF\0\0\0\0CDR ', 'application/octet-stream'],
  ['\0\0\0\x1cftypavif', 'image/avif'],
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'image/avif'],
  ['\0\0\0\x1cftypheic', 'image/heic'],
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1heic', 'image/heic'],
  ['\0\0\0\x14ftypqt  ', 'video/quicktime'],
  ['\xff\xf1\x50', 'audio/aac'],
  ['{\\rtf1', 'text/rtf'],
  ['', 'application/octet-stream'],
])('recognizes the first bytes %j as %s', (head, mimeType) => {
  expect(readMediaType(Buffer.from(head, 'latin1')).mimeType).toBe(mimeType)
})

test('recognizes a type by its unregistered name', () => {
  expect(readMediaType(new Uint8Array(), 'image/JPG; q=1').mimeType).toBe('image/jpeg')
})
