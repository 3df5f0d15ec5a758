// Checks requests for thumbnails, and storing those that the page has created.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeVp8l, makeWebp } from '#workspace/media/image-metadata/pictures.fixture'
import { openMedia } from '#workspace/media/media'
import { handleThumbnailRequest } from './media-requests'

const root = mkdtempSync(join(tmpdir(), 'gen-playground-thumbnails-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const png = Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1')
const hash = createHash('sha256').update(png).digest('hex')
const webp = new Uint8Array(makeWebp(['VP8L', makeVp8l(4, 4)]))

async function setUp() {
  const media = await openMedia(mkdtempSync(join(root, 'media-')))
  await media.store(png)
  const ask = (method: string, name: string, body: Uint8Array<ArrayBuffer> | null = null) =>
    handleThumbnailRequest(new Request(`media://thumbnail/${name}`, { method, body }), media)
  return ask
}

test('returns a stored thumbnail, cacheable forever', async () => {
  const ask = await setUp()
  const stored = await ask('POST', `${hash}?bytes=${webp.length}&offset=0`, webp)
  expect([stored.status, await stored.json()]).toEqual([200, { media: hash, bytes: webp.length }])
  const answer = await ask('GET', `${hash}?made`)
  expect([
    answer.status,
    Object.fromEntries(answer.headers),
    new Uint8Array(await answer.arrayBuffer()),
  ]).toEqual([
    200,
    {
      'content-type': 'image/webp',
      'content-length': String(webp.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
    webp,
  ])
  expect(await (await ask('HEAD', hash)).text()).toBe('')
})

test('responds to a missing thumbnail without an error, and not cacheable', async () => {
  const ask = await setUp()
  const answers = [await ask('GET', hash), await ask('HEAD', hash)]
  expect(answers.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual([
    [204, 'no-store'],
    [204, 'no-store'],
  ])
})

test.each([
  ['what is no hash', 'GET', '../workspace.db', null, 400],
  ['one of a picture that is not kept', 'POST', 'a'.repeat(64), webp, 404],
  ['one of what is no hash', 'POST', 'x', webp, 400],
  ['another kind of picture', 'POST', hash, new Uint8Array(png), 415],
  ['a blob that arrives as nothing', 'POST', hash, null, 415],
  ['a large one', 'POST', hash, new Uint8Array(262_145), 413],
] as const)('rejects %s, and not cacheable', async (...[, method, name, body, status]) => {
  const ask = await setUp()
  const answer = await ask(method, name, body)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, null])
  expect(await answer.json()).toEqual({ error: expect.objectContaining({ code: status }) })
})
