// The media folder: whole files or none, each once, found by hash alone.
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { makeFolder } from '../workspace.fixture'
import { openMedia } from './media'
import { readFileType, readMediaType, toDisplayName } from './media-type'

const png = Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1')
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

test('bytes are kept under their hash, with the extension that they themselves tell', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  const hash = hashOf(png)
  const path = join(folder, hash.slice(0, 2), `${hash}.png`)
  const file = { hash, path, mimeType: 'image/png', length: png.length }
  expect(await media.keep(png, 'image/jpeg')).toEqual(file)
  expect(await media.open(hash)).toEqual(file)
  expect(readFileSync(path)).toEqual(png)
})

test('the same bytes are one file, even when they come twice at once', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  await Promise.all([media.keep(png), media.keep(png), media.keep(png, 'image/gif')])
  const { path } = await media.open(hashOf(png))
  const written = statSync(path).mtimeMs
  await media.keep(png)
  expect(statSync(path).mtimeMs).toBe(written)
  expect(filesIn(folder)).toEqual([`${hashOf(png)}.png`])
})

test('what a crash left half-written is swept away, and nothing else', async () => {
  const folder = makeFolder()
  await (await openMedia(folder)).keep(png)
  writeFileSync(join(folder, `unfinished-${randomUUID()}`), 'half')
  writeFileSync(join(folder, 'unfinished-novel.txt'), "the user's own")
  writeFileSync(join(folder, 'notes.txt'), "the user's own")
  await openMedia(folder)
  expect(filesIn(folder).sort()).toEqual([`${hashOf(png)}.png`, 'notes.txt', 'unfinished-novel.txt'].sort())
})

test('a file that was cut is made whole by keeping its bytes again', async () => {
  const media = await openMedia(makeFolder())
  const { path, hash } = await media.keep(png)
  writeFileSync(path, png.subarray(0, 4))
  await media.keep(png)
  expect(Buffer.from(await media.read(hash))).toEqual(png)
})

test('a file of the same length with other bytes is made whole by storing its bytes again', async () => {
  const media = await openMedia(makeFolder())
  const { path, hash } = await media.keep(png)
  const damage = () => writeFileSync(path, Buffer.from(png).fill(0, png.length - 4))
  damage()
  await media.keep(png)
  expect(readFileSync(path)).toEqual(png)
  damage()
  await media.keepStream({ chunks: arrive(png), name: 'x.png', length: png.length })
  expect([readFileSync(path), hashOf(await media.read(hash))]).toEqual([png, hash])
})

async function* arrive(...chunks: readonly (Uint8Array | Error)[]) {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk
    yield chunk
  }
}

test('what arrives little by little is one file, also where it is there already', async () => {
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
  const inPieces = () => arrive(png.subarray(0, 1), png.subarray(1))
  const both = [1, 2].map(() => media.keepStream({ chunks: inPieces(), name, length: png.length }))
  expect(await Promise.all(both)).toEqual([file, file])
  expect(await media.keepStream({ chunks: arrive(png), name, length: png.length })).toEqual(file)
  expect(readFileSync(file.path)).toEqual(png)
  expect(filesIn(folder)).toEqual([`${hash}.png`])
})

test('what breaks off leaves nothing behind', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  const keep = (chunks: AsyncIterable<Uint8Array>) =>
    media.keepStream({ chunks, name: 'a.png', length: png.length })
  await expect(keep(arrive(png.subarray(0, 9), new Error('gone')))).rejects.toThrow('gone')
  await expect(keep(arrive(png.subarray(0, 9)))).rejects.toMatchObject({ code: 'ABORTED' })
  expect(filesIn(folder)).toEqual([])
})

/** Bytes in buffers that something still holds. */
function measureHeld(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}

test('what has been written is held no longer, neither on the way nor at the end', async () => {
  const megabyte = 1_048_576
  const media = await openMedia(makeFolder())
  const before = measureHeld()
  let most = 0
  async function* sendLargeFile() {
    yield Buffer.concat([png, Buffer.alloc(megabyte - png.length)])
    for (let sent = 1; sent < 40; sent += 1) yield Buffer.alloc(megabyte, sent)
    most = measureHeld() - before
  }
  await media.keepStream({ chunks: sendLargeFile(), name: 'a.png', length: 40 * megabyte })
  expect(most).toBeLessThan(20 * megabyte)
  expect(measureHeld() - before).toBeLessThan(20 * megabyte)
})

test('a text is kept as what its name says, and a kind that no model reads is refused by its first bytes', async () => {
  const media = await openMedia(makeFolder())
  const text = Buffer.from('a,b\n1,2\n')
  const keep = (name: string, ...chunks: readonly (Uint8Array | Error)[]) =>
    media.keepStream({ chunks: arrive(...chunks), name, length: text.length })
  expect(await keep('a.csv', text)).toMatchObject({ mimeType: 'text/csv' })
  expect(await keep('a.ts', text)).toMatchObject({ mimeType: 'text/plain' })
  const late = new Error('was read on')
  await expect(keep('a.bin', Buffer.alloc(5000, 255), late)).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: '“a.bin” isn’t supported. Models accept images, audio, video, PDFs, and text.',
  })
})

test('a text whose head ends within a letter is a text', () => {
  const head = Buffer.from('naïve'.repeat(9)).subarray(0, 3)
  expect([readFileType(head, 'a.md'), readFileType(Buffer.from([0xc3, 0x28]), 'a.md')]).toEqual([
    { mimeType: 'text/markdown', extension: 'md' },
    undefined,
  ])
})

test('names are shown without a path or controls, short, and with the ending that the bytes deserve', () => {
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

test('types in other words are understood', () => {
  expect(readMediaType(new Uint8Array(), 'image/JPG; q=1').mimeType).toBe('image/jpeg')
})

test('what is missing and what is no hash is told', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  await expect(media.open('a'.repeat(64))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(media.open('../../workspace.db')).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    param: 'hash',
  })
})

test('a folder that cannot be written to is told by name, without a half-written file', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  writeFileSync(join(folder, hashOf(png).slice(0, 2)), 'a file in the way')
  await expect(media.keep(png)).rejects.toMatchObject({
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
])('the first bytes %j are %s', (head, mimeType) => {
  expect(readMediaType(Buffer.from(head, 'latin1')).mimeType).toBe(mimeType)
})
