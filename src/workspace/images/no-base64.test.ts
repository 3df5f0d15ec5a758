// No Base64 of an image is stored in the database or the exchange log, even if its request fails.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpResponse } from '#shared/wire/http'
import { hashOf } from '../library/library.fixture'
import { read, waitUntilIdle } from '../workspace.fixture'
import {
  image,
  jsonResponse,
  makePicture,
  openImageWorkspace,
  partsResponse,
  readAllExceptMedia,
  toInline,
} from './image-workspace.fixture'

/** Samples from everywhere in the Base64, short enough not to be split between database pages. */
function samplesOf(bytes: Buffer): string[] {
  const base64 = bytes.toString('base64')
  return Array.from({ length: Math.floor(base64.length / 200) }, (_, index) =>
    base64.slice(index * 200, index * 200 + 24),
  )
}

async function* interrupt(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, 900)
  yield bytes.subarray(900, bytes.length / 2)
  throw new ApiError('UNAVAILABLE', 'The connection broke.')
}

const bytesOf = ({ body }: HttpResponse) => body as Buffer

test('stores no Base64 of answers, references, errors, or interrupted answers', async () => {
  const pictures = Array.from({ length: 5 }, (_, index) => makePicture(index, { length: 150_000 }))
  const reference = Buffer.concat([makePicture(0, { length: 0 }), randomBytes(120_000)])
  const [complete, escaped, broken, truncated, streamed] = pictures.map((bytes) =>
    partsResponse([toInline(bytes)]),
  )
  const quoted = `Base64 decoding failed for "${reference.toString('base64')}"`
  const errorBody = {
    error: { code: 400, message: quoted, status: 'INVALID_ARGUMENT', details: [{ description: quoted }] },
  }
  const events = [bytesOf(streamed!).toString(), JSON.stringify(errorBody)].map(
    (event) => `data: ${event}\r\n\r\n`,
  )
  const answers: HttpResponse[] = [
    complete!,
    { ...escaped!, body: Buffer.from(bytesOf(escaped!).toString().replaceAll('/', '\\/')) },
    { ...broken!, body: interrupt(bytesOf(broken!)) },
    { ...truncated!, body: bytesOf(truncated!).subarray(0, 100_000) },
    jsonResponse(errorBody, 400),
    { status: 200, headers: { 'content-type': 'text/event-stream' }, body: Buffer.from(events.join('')) },
  ]
  const { app, folder, exchanges, draw } = await openImageWorkspace((_, index) => answers[index]!)
  const { hash } = await app.media.store(reference)
  const parts = [{ text: 'Like this.' }, { inlineData: { mimeType: 'image/png', media: hash } }]
  const states = []
  for (const _ of answers.slice(0, 5)) {
    const drawn = await draw({ parts })
    states.push(drawn.answers[0]?.state)
  }
  const sent = app.chat.send({ conversationId: null, parts, parameters: image })
  const { turns } = await waitUntilIdle(app, sent.conversationId)
  states.push(turns[1]?.state)
  expect(states).toEqual(['complete', 'complete', 'failed', 'failed', 'failed', 'failed'])
  expect((await read(app, sent.conversationId)).turns[1]?.error?.message).toMatch(
    /^Base64 decoding failed for "<160\d+ characters of Base64>"$/,
  )
  for (const exchange of exchanges) app.exchanges.add(exchange)
  await app.close()

  const stored = readAllExceptMedia(folder)
  for (const exchange of exchanges) expect(stored).toContain(exchange.id)
  const found = [...pictures, reference].flatMap(samplesOf).filter((sample) => stored.includes(sample))
  expect(found).toEqual([])
  expect(stored).toContain(hashOf(pictures[0]!))
})
