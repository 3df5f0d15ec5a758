// Expiry of uploaded files in the demo service: by size and by age.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createByteStore } from './byte-store'
import { FileStore, fileLifetime } from './file-store'
import { Uploads } from './uploads'

const metadata = { mimeType: 'application/octet-stream', displayName: undefined, id: undefined }

function openStore(limit: number) {
  let now = 0
  const files = new FileStore(() => now)
  const uploads = new Uploads(createByteStore(limit), files)
  return {
    files,
    uploads,
    upload: (bytes: number, character: string) => uploads.store(Buffer.alloc(bytes, character), metadata),
    advance: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

test('the oldest files are released, and the newest stays complete', async () => {
  const { files, upload } = openStore(100_000)
  const ids: string[] = []
  for (const character of 'abcdef') ids.unshift((await upload(30_000, character)).id)
  expect(files.list().map(({ id }) => id)).toEqual(ids.slice(0, 3))
  expect(files.find(ids[0] ?? '').content.read()).toEqual(Buffer.alloc(30_000, 'f'))
  expect(files.has(ids[3] ?? '')).toBe(false)
})

test('a file over the memory limit is rejected while it is uploaded, and does not block later files', async () => {
  const { files, upload } = openStore(100_000)
  await expect(upload(100_001, 'a')).rejects.toThrow('This one is larger.')
  const { id } = await upload(90_000, 'b')
  expect(files.list().map((file) => file.id)).toEqual([id])
})

test('an abandoned upload is released too, and its sender gets an error', async () => {
  const { uploads, upload } = openStore(100_000)
  const session = uploads.start(metadata, undefined)
  await uploads.append(session, 0, Buffer.alloc(50_000))
  await upload(80_000, 'a')
  expect(() => uploads.find(session.id)).toThrow('Upload not found or expired. Start it again.')
})

test('chunks of every size are returned as the original bytes', async () => {
  const { uploads } = openStore(1_000_000)
  const upload = uploads.start(metadata, undefined)
  const whole = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251))
  async function* toChunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0, size = 1; at < whole.length; at += size, size = (size * 3) % 100_003)
      yield whole.subarray(at, at + size)
  }
  await uploads.append(upload, 0, toChunks())
  const { content, digest } = await uploads.finish(upload)
  expect(content.read().equals(whole)).toBe(true)
  expect(digest).toBe(createHash('sha256').update(whole).digest('hex'))
})

test('the number of empty files is limited too', async () => {
  const { files, upload } = openStore(100_000)
  for (let count = 0; count < 300; count += 1) await upload(0, 'a')
  expect(files.list().length).toBeLessThan(200)
})

test('a file is deleted after two days, and not before', async () => {
  const { files, upload, advance } = openStore(100_000)
  const { id } = await upload(10, 'a')
  advance(fileLifetime - 1)
  expect(files.has(id)).toBe(true)
  advance(1)
  expect([files.has(id), files.list()]).toEqual([false, []])
})

test('a video that is not polled is ready after a few seconds', async () => {
  const { files, uploads, advance } = openStore(100_000)
  const file = await uploads.store(Buffer.from('no real video'), { ...metadata, mimeType: 'video/mp4' })
  expect([files.stateOf(file), files.stateOf(file)]).toEqual(['PROCESSING', 'PROCESSING'])
  advance(5000)
  expect(files.stateOf(file)).toBe('ACTIVE')
})
