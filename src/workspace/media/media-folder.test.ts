// A media folder with problems, and the files beside the media.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hashOf } from '../library/library.fixture'
import { makeFolder } from '../workspace.fixture'
import { makeVp8l, makeWebp } from './image-metadata/pictures.fixture'
import { openMedia } from './media'

const png = Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1')
const hash = hashOf(png)
const thumbnail = makeWebp(['VP8L', makeVp8l(4, 4)])

async function* once(bytes: Uint8Array) {
  yield bytes
}

test('a missing folder of the user does not prevent opening, and every use of it reports the folder', async () => {
  const root = makeFolder()
  const folder = join(root, 'unplugged')
  const media = await openMedia(join(root, 'media'), { customFolder: folder })
  const message = `Media folder ${folder} not found. Connect its disk, or choose another folder in Settings.`
  const error = { code: 'FAILED_PRECONDITION', message }
  const uses = [
    () => media.store(png),
    () => media.storeStream({ chunks: once(png), name: 'a.png', length: png.length }),
    () => media.open(hash),
    () => media.read(hash),
    () => media.list(),
    () => media.writeSidecar(hash, []),
  ]
  for (const use of uses) await expect(use()).rejects.toMatchObject(error)
  const measured = { path: folder, defaultPath: join(root, 'media'), isDefault: false }
  expect(await media.measure()).toEqual({ ...measured, files: 0, bytes: 0, problem: message })
  expect(readdirSync(root)).toEqual([])
  // The disk is connected again.
  mkdirSync(folder)
  await media.store(png)
  expect(await media.measure()).toEqual({ ...measured, files: 1, bytes: png.length, problem: null })
})

test('a file in place of the folder is reported by name and does not prevent opening', async () => {
  const folder = join(makeFolder(), 'file')
  writeFileSync(folder, 'no folder')
  const media = await openMedia(folder)
  const message = `${folder} isn’t a folder. Choose another media folder in Settings.`
  await expect(media.store(png)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', message })
  expect(await media.measure()).toMatchObject({ files: 0, problem: message })
  expect(readFileSync(folder, 'utf8')).toBe('no folder')
})

test('lists only media files, with sizes and sidecars', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  await media.store(png)
  const other = await media.store(Buffer.from('GIF89a'))
  await media.writeSidecar(hash, { prompt: 'A fox.' })
  await media.storeThumbnail(hash, thumbnail)
  writeFileSync(join(folder, hash.slice(0, 2), 'notes.txt'), "the user's own")
  expect(await media.list()).toEqual(
    [
      { hash, name: `${hash}.png`, bytes: png.length, hasSidecar: true },
      { hash: other.hash, name: `${other.hash}.gif`, bytes: 6, hasSidecar: false },
    ].sort((one, two) => (one.hash < two.hash ? -1 : 1)),
  )
  expect((await media.open(hash)).mimeType).toBe('image/png')
})

test('a sidecar is read as written, even before its file; a damaged one counts as missing, an unreadable one does not', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  expect(await media.readSidecar(hash)).toBeUndefined()
  await media.writeSidecar(hash, [{ prompt: 'Ein Fuchs 🦊' }])
  await expect(media.open(hash)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await media.store(png)
  expect(await media.readSidecar(hash)).toEqual([{ prompt: 'Ein Fuchs 🦊' }])
  const path = join(folder, hash.slice(0, 2), `${hash}.json`)
  writeFileSync(path, '[{"pro')
  expect(await media.readSidecar(hash)).toBeUndefined()
  // A folder instead of the file cannot be read, not even by root.
  rmSync(path)
  mkdirSync(path)
  await expect(media.readSidecar(hash)).rejects.toThrow('EISDIR')
})

test('removes a file with its sidecar and thumbnail, and ignores one already removed', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  const other = await media.store(Buffer.from('GIF89a'))
  await media.store(png)
  await media.writeSidecar(hash, [])
  await media.storeThumbnail(hash, thumbnail)
  // It is needed again right before its removal.
  expect(await media.remove(hash, () => true)).toBe(0)
  expect((await media.open(hash)).length).toBe(png.length)
  await media.remove(hash)
  await media.remove(hash)
  expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())).toEqual(
    [expect.objectContaining({ name: `${other.hash}.gif` })],
  )
})

test('a thumbnail has to be a small WebP image of a stored file', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  await expect(media.storeThumbnail(hash, thumbnail)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await media.store(png)
  const invalid = [png, thumbnail.subarray(0, -2), Buffer.alloc(0), Buffer.from('RIFF')]
  for (const bytes of invalid) {
    await expect(media.storeThumbnail(hash, bytes)).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
  }
  const large = makeWebp(['VP8L', Buffer.concat([makeVp8l(4, 4), Buffer.alloc(262_144)])])
  await expect(media.storeThumbnail(hash, large)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  expect(await media.openThumbnail(hash)).toBeUndefined()
  await media.storeThumbnail(hash, thumbnail)
  const path = join(folder, 'thumbnails', `${hash}.webp`)
  expect(await media.openThumbnail(hash)).toEqual({ path, length: thumbnail.length })
  expect(readFileSync(path)).toEqual(thumbnail)
})

test('stores what a model sends, even if its declared type is wrong', async () => {
  const media = await openMedia(makeFolder())
  const sent = [
    [Buffer.from('<html>no picture</html>'), 'image/png'],
    [Buffer.from([0, 1, 2, 255]), 'image/png'],
    [png.subarray(0, 12), 'image/webp'],
    [Buffer.concat([png, Buffer.alloc(100_000_000)]), 'image/jpeg'],
  ] as const
  const stored = await Promise.all(sent.map(([bytes, claim]) => media.store(bytes, claim)))
  expect(stored.map(({ mimeType, length }) => [mimeType, length])).toEqual([
    ['text/plain', 23],
    ['application/octet-stream', 4],
    ['image/png', 12],
    ['image/png', 100_000_014],
  ])
  for (const { path } of stored) expect(existsSync(path)).toBe(true)
})

test('files that another program puts beside a media file are neither listed nor removed', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  const { path } = await media.store(png)
  const others = ['.png_original', '.png~', '.png.bak'].map((ending) => path.replace('.png', ending))
  for (const other of others) writeFileSync(other, 'another')
  rmSync(path)
  await expect(media.open(hash)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await media.store(png)
  expect(await media.remove(hash)).toBe(png.length)
  expect(readdirSync(dirname(path)).sort()).toEqual(others.map((other) => basename(other)).sort())
})
