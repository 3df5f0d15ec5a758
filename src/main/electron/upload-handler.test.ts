// Checks files that the page uploads in chunks.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { machineTimer } from '#workspace/concurrency/timing'
import { openMedia } from '#workspace/media/media'
import { createTransfers } from '#workspace/user-data/transfers'
import { createUploadHandler } from './upload-handler'

const root = mkdtempSync(join(tmpdir(), 'gen-playground-posted-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const png = Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1')

async function setUp(timeout = 60_000) {
  const folder = mkdtempSync(join(root, 'media-'))
  const media = await openMedia(folder)
  const transfers = createTransfers(machineTimer)
  const { storeStream } = media
  const answer = createUploadHandler({ storeStream, transfers, limit: () => 1_000_000, timeout })
  const upload = randomUUID()
  const post = async (query: Record<string, string | number>, body?: Uint8Array<ArrayBuffer>) => {
    const all = { upload, name: 'a.png', bytes: png.length, offset: 0, ...query }
    const search = new URLSearchParams(Object.entries(all).map(([name, value]) => [name, String(value)]))
    const response = await answer(
      new Request(`media://library/?${search}`, { method: 'POST', body: body ?? null }),
    )
    return [response.status, await response.json()]
  }
  const files = () =>
    readdirSync(folder, { recursive: true }).filter((name) => /\.|unfinished/.test(String(name)))
  return { folder, media, post, files, transfers }
}

const refusal = (message: RegExp) => ({
  error: expect.objectContaining({ message: expect.stringMatching(message) }),
})

test('stores a file unchanged, with its detected type, a name without a path and the right extension', async () => {
  const { folder, post, files } = await setUp()
  const bytes = Buffer.concat([png, randomBytes(300_000)])
  const hash = createHash('sha256').update(bytes).digest('hex')
  const query = { name: '../../holiday.gif', bytes: bytes.length }
  expect(await post(query, bytes.subarray(0, 100_000))).toEqual([200, { received: 100_000 }])
  expect(await post({ ...query, offset: 100_000 }, bytes.subarray(100_000, 100_001))).toEqual([
    200,
    { received: 100_001 },
  ])
  expect(await post({ ...query, offset: 100_001 }, bytes.subarray(100_001))).toEqual([
    200,
    { media: hash, mimeType: 'image/png', name: 'holiday.png', bytes: bytes.length },
  ])
  expect(files()).toEqual([join(hash.slice(0, 2), `${hash}.png`)])
  expect(readFileSync(join(folder, hash.slice(0, 2), `${hash}.png`)).equals(bytes)).toBe(true)
})

test('a canceled file leaves nothing behind, and accepts no further chunk', async () => {
  const { post, files, media } = await setUp()
  await post({ bytes: 50 }, png)
  expect(await post({ bytes: 50, offset: png.length, cancelled: 'true' })).toEqual([200, { received: 0 }])
  expect(await post({ bytes: 50, offset: png.length }, png)).toEqual([
    409,
    refusal(/“a\.png” was cut off during transfer/),
  ])
  await media.close()
  expect(files()).toEqual([])
})

test('a file whose page has closed is discarded, and does not prevent the application from closing', async () => {
  const { post, files, media } = await setUp(1)
  await post({ bytes: 50 }, png)
  await media.close()
  expect(files()).toEqual([])
  const patient = await setUp()
  await patient.post({ bytes: 50 }, png)
  await patient.media.close()
  expect(patient.files()).toEqual([])
})

test('a chunk at the wrong offset, or more bytes than announced, end the file', async () => {
  const { post, files, media } = await setUp()
  await post({ bytes: 50 }, png)
  expect(await post({ bytes: 50, offset: 3 }, png)).toEqual([409, refusal(/was cut off during transfer/)])
  const more = await post({ bytes: 5, upload: randomUUID() }, png)
  expect(more).toEqual([409, refusal(/was cut off after 14 of 5 bytes/)])
  await media.close()
  expect(files()).toEqual([])
})

test.each([
  ['a file that is too large', { bytes: 2_000_000 }, 413, /is 2\.0 MB\. The request limit is 1\.0 MB/],
  ['an empty file', { bytes: 0 }, 400, /“a\.png” is empty/],
  ['a request without a length', { bytes: 'x' }, 400, /^bytes: /],
  ['a request without an upload ID', { upload: '1' }, 400, /^upload: /],
] as const)('rejects %s with a message, and leaves nothing behind', async (...[, query, status, message]) => {
  const { post, files } = await setUp()
  expect(await post(query, 'bytes' in query && query.bytes === 0 ? undefined : png)).toEqual([
    status,
    refusal(message),
  ])
  expect(files()).toEqual([])
})

test('rejects a type that no model accepts before the upload ends, with the reason', async () => {
  const { post, files } = await setUp()
  const query = { name: 'a.zip', bytes: 900_000 }
  const chunk = Buffer.concat([Buffer.from('PK\x03\x04\0'), Buffer.alloc(199_995, 255)])
  const answers = []
  for (let offset = 0; offset < 600_000 && answers.at(-1)?.[0] !== 415; offset += chunk.length) {
    answers.push(await post({ ...query, offset }, chunk))
  }
  expect(answers.at(-1)).toEqual([415, refusal(/“a\.zip” isn’t supported\. Models accept images/)])
  expect(files()).toEqual([])
})

test('audio of an unsupported format is rejected with the formats of audio', async () => {
  const { post } = await setUp()
  const answer = await post({ name: 'a.caf', bytes: 8, use: 'sound' }, Buffer.from('caff\0\x01\0\0'))
  expect(answer).toEqual([
    415,
    refusal(/“a\.caf” isn’t in a supported audio format\. Supported formats: MP3,/),
  ])
})

test('a file is counted until it is stored or rejected, with those that the page will add', async () => {
  const { post, transfers } = await setUp()
  await post({ bytes: png.length + 1, waiting: 7 }, png)
  // Another file of the page does not know how many are waiting.
  await post({ upload: randomUUID(), name: 'b.png', bytes: 50 }, png)
  expect(transfers.count().files).toBe(9)
  await post({ bytes: 50, offset: png.length, cancelled: 'true', upload: randomUUID() })
  await post({ bytes: png.length + 1, offset: png.length, waiting: 6 }, Buffer.from('!'))
  expect(transfers.count().files).toBe(7)
})
