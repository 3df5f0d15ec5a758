// What happens when the files of the demo service grow too many or too old.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createByteStore } from './byte-store'
import { FileStore, fileLifetime } from './file-store'
import { Uploads } from './uploads'

const about = { mimeType: 'application/octet-stream', displayName: undefined, id: undefined }

function openStore(bound: number) {
  let now = 0
  const files = new FileStore(() => now)
  const uploads = new Uploads(createByteStore(bound), files)
  return {
    files,
    uploads,
    keep: (bytes: number, letter: string) => uploads.store(Buffer.alloc(bytes, letter), about),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

test('the oldest files are released, however many come, and the newest stays whole', async () => {
  const { files, keep } = openStore(100_000)
  const ids: string[] = []
  for (const letter of 'abcdef') ids.unshift((await keep(30_000, letter)).id)
  expect(files.list().map(({ id }) => id)).toEqual(ids.slice(0, 3))
  expect(files.find(ids[0] ?? '').holding.read()).toEqual(Buffer.alloc(30_000, 'f'))
  expect(files.has(ids[3] ?? '')).toBe(false)
})

test('a file larger than the memory is refused while it comes, and takes no other file with it for good', async () => {
  const { files, keep } = openStore(100_000)
  await expect(keep(100_001, 'a')).rejects.toThrow('at most; this one is larger.')
  const { id } = await keep(90_000, 'b')
  expect(files.list().map((file) => file.id)).toEqual([id])
})

test('an abandoned upload is released too, and says so when its sender returns', async () => {
  const { uploads, keep } = openStore(100_000)
  const upload = uploads.start(about, undefined)
  await uploads.append(upload, 0, Buffer.alloc(50_000))
  await keep(80_000, 'a')
  expect(() => uploads.find(upload.id)).toThrow('This upload is not known, or no longer. Start it again.')
})

test('pieces of every size come back as the bytes they were', async () => {
  const { uploads } = openStore(1_000_000)
  const upload = uploads.start(about, undefined)
  const whole = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251))
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0, size = 1; at < whole.length; at += size, size = (size * 3) % 100_003)
      yield whole.subarray(at, at + size)
  }
  await uploads.append(upload, 0, pieces())
  const { holding, digest } = await uploads.finish(upload)
  expect(holding.read().equals(whole)).toBe(true)
  expect(digest).toBe(createHash('sha256').update(whole).digest('hex'))
})

test('very many empty files have an end too', async () => {
  const { files, keep } = openStore(100_000)
  for (let count = 0; count < 300; count += 1) await keep(0, 'a')
  expect(files.list().length).toBeLessThan(200)
})

test('a file is gone after two days, and not before', async () => {
  const { files, keep, pass } = openStore(100_000)
  const { id } = await keep(10, 'a')
  pass(fileLifetime - 1)
  expect(files.has(id)).toBe(true)
  pass(1)
  expect([files.has(id), files.list()]).toEqual([false, []])
})

test('a video that is not polled is ready after a few seconds', async () => {
  const { files, uploads, pass } = openStore(100_000)
  const file = await uploads.store(Buffer.from('no real video'), { ...about, mimeType: 'video/mp4' })
  expect([files.stateOf(file), files.stateOf(file)]).toEqual(['PROCESSING', 'PROCESSING'])
  pass(5000)
  expect(files.stateOf(file)).toBe('ACTIVE')
})
