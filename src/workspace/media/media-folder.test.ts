// The media folder where it is not as it should be, and what stands beside its files.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../workspace.fixture'
import { makeVp8l, makeWebp } from './image-metadata/pictures.fixture'
import { openMedia } from './media'

const png = Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1')
const hash = createHash('sha256').update(png).digest('hex')
const thumbnail = makeWebp(['VP8L', makeVp8l(4, 4)])

async function* once(bytes: Uint8Array) {
  yield bytes
}

test('an absent folder of the user lets the application open, and every use of it names it', async () => {
  const root = makeFolder()
  const folder = join(root, 'unplugged')
  const media = await openMedia(join(root, 'media'), { chosen: folder })
  const message = `Media folder ${folder} not found. Connect its disk, or choose another folder in Settings.`
  const refused = { code: 'FAILED_PRECONDITION', message }
  await expect(media.keep(png)).rejects.toMatchObject(refused)
  await expect(
    media.keepStream({ chunks: once(png), name: 'a.png', length: png.length }),
  ).rejects.toMatchObject(refused)
  await expect(media.open(hash)).rejects.toMatchObject(refused)
  await expect(media.read(hash)).rejects.toMatchObject(refused)
  await expect(media.list()).rejects.toMatchObject(refused)
  await expect(media.writeBeside(hash, [])).rejects.toMatchObject(refused)
  expect(await media.measure()).toEqual({
    path: folder,
    isDefault: false,
    files: 0,
    bytes: 0,
    problem: message,
  })
  expect(readdirSync(root)).toEqual([])
  // The disk is back.
  mkdirSync(folder)
  await media.keep(png)
  expect(await media.measure()).toEqual({
    path: folder,
    isDefault: false,
    files: 1,
    bytes: png.length,
    problem: null,
  })
})

test('a folder that is a file is told by name, and the application opens', async () => {
  const folder = join(makeFolder(), 'file')
  writeFileSync(folder, 'no folder')
  const media = await openMedia(folder)
  const message = `${folder} isn’t a folder. Choose another media folder in Settings.`
  await expect(media.keep(png)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', message })
  expect(await media.measure()).toMatchObject({ files: 0, problem: message })
  expect(readFileSync(folder, 'utf8')).toBe('no folder')
})

test('files are listed with their sizes and sidecars, and nothing else is', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  await media.keep(png)
  const other = await media.keep(Buffer.from('GIF89a'))
  await media.writeBeside(hash, { prompt: 'A fox.' })
  await media.keepThumbnail(hash, thumbnail)
  writeFileSync(join(folder, hash.slice(0, 2), 'notes.txt'), "the user's own")
  expect(await media.list()).toEqual(
    [
      { hash, name: `${hash}.png`, bytes: png.length, hasSidecar: true },
      { hash: other.hash, name: `${other.hash}.gif`, bytes: 6, hasSidecar: false },
    ].sort((one, two) => (one.hash < two.hash ? -1 : 1)),
  )
  expect((await media.open(hash)).mimeType).toBe('image/png')
})

test('a sidecar is read as it was written, also where it comes before its file; a damaged one is none', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  expect(await media.readBeside(hash)).toBeUndefined()
  await media.writeBeside(hash, [{ prompt: 'Ein Fuchs 🦊' }])
  await expect(media.open(hash)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await media.keep(png)
  expect(await media.readBeside(hash)).toEqual([{ prompt: 'Ein Fuchs 🦊' }])
  writeFileSync(join(folder, hash.slice(0, 2), `${hash}.json`), '[{"pro')
  expect(await media.readBeside(hash)).toBeUndefined()
})

test('a file goes with its sidecar and its thumbnail, and may be gone already', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  const other = await media.keep(Buffer.from('GIF89a'))
  await media.keep(png)
  await media.writeBeside(hash, [])
  await media.keepThumbnail(hash, thumbnail)
  await media.remove(hash)
  await media.remove(hash)
  expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())).toEqual(
    [expect.objectContaining({ name: `${other.hash}.gif` })],
  )
})

test('a thumbnail is a small WebP picture of a file that is there', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  await expect(media.keepThumbnail(hash, thumbnail)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await media.keep(png)
  const refused = [png, thumbnail.subarray(0, -2), Buffer.alloc(0), Buffer.from('RIFF')]
  for (const bytes of refused) {
    await expect(media.keepThumbnail(hash, bytes)).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
  }
  const large = makeWebp(['VP8L', Buffer.concat([makeVp8l(4, 4), Buffer.alloc(262_144)])])
  await expect(media.keepThumbnail(hash, large)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  expect(await media.openThumbnail(hash)).toBeUndefined()
  await media.keepThumbnail(hash, thumbnail)
  const path = join(folder, 'thumbnails', `${hash}.webp`)
  expect(await media.openThumbnail(hash)).toEqual({ path, length: thumbnail.length })
  expect(readFileSync(path)).toEqual(thumbnail)
})

test('what a model sends is kept as it came, whatever it claims to be', async () => {
  const media = await openMedia(makeFolder())
  const sent = [
    [Buffer.from('<html>no picture</html>'), 'image/png'],
    [Buffer.from([0, 1, 2, 255]), 'image/png'],
    [png.subarray(0, 12), 'image/webp'],
    [Buffer.concat([png, Buffer.alloc(100_000_000)]), 'image/jpeg'],
  ] as const
  const kept = await Promise.all(sent.map(([bytes, claim]) => media.keep(bytes, claim)))
  expect(kept.map(({ mimeType, length }) => [mimeType, length])).toEqual([
    ['text/plain', 23],
    ['application/octet-stream', 4],
    ['image/png', 12],
    ['image/png', 100_000_014],
  ])
  for (const { path } of kept) expect(existsSync(path)).toBe(true)
})

test("what another program has put beside a file is the user's: it is neither shown nor removed", async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  const { path } = await media.keep(png)
  const others = ['.png_original', '.png~', '.png.bak'].map((ending) => path.replace('.png', ending))
  for (const other of others) writeFileSync(other, 'another')
  rmSync(path)
  await expect(media.open(hash)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await media.keep(png)
  expect(await media.remove(hash)).toBe(png.length)
  expect(readdirSync(dirname(path)).sort()).toEqual(others.map((other) => basename(other)).sort())
})

test('a sidecar that cannot be read is not taken for none', async () => {
  const folder = makeFolder()
  const media = await openMedia(folder)
  const { path } = await media.keep(png)
  // Root reads everything, so it is one that nobody can read.
  mkdirSync(path.replace('.png', '.json'))
  await expect(media.readBeside(hash)).rejects.toThrow('EISDIR')
})

test('bytes that are needed again when they are about to go stay', async () => {
  const media = await openMedia(makeFolder())
  await media.keep(png)
  expect(await media.remove(hash, () => true)).toBe(0)
  expect((await media.open(hash)).length).toBe(png.length)
})
