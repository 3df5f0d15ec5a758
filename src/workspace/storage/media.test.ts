// The media folder: whole files or none, each once, found by hash alone.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../workspace.fixture'
import { openMedia } from './media'
import { readMediaType } from './media-type'

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
  writeFileSync(join(folder, 'unfinished-1234'), 'half')
  writeFileSync(join(folder, 'notes.txt'), "the user's own")
  await openMedia(folder)
  expect(filesIn(folder).sort()).toEqual([`${hashOf(png)}.png`, 'notes.txt'].sort())
})

test('a file that was cut is made whole by keeping its bytes again', async () => {
  const media = await openMedia(makeFolder())
  const { path, hash } = await media.keep(png)
  writeFileSync(path, png.subarray(0, 4))
  await media.keep(png)
  expect(Buffer.from(await media.read(hash))).toEqual(png)
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
  ['RIFF\0\0\0\0AVI ', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('the first bytes %j are %s', (head, mimeType) => {
  expect(readMediaType(Buffer.from(head, 'latin1')).mimeType).toBe(mimeType)
})
