// Requests of the reference over the desktop contract, with the real gateway and the demo.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openServer } from '#gateway/testing/loopback-servers.fixture'
import type { ReferenceEvent, ReferenceRequest } from '#shared/desktop/gateway-contract'
import { endpoints } from '#shared/endpoints/endpoints'
import { routes, toPath } from '#shared/endpoints/routes'
import { toneWav } from '../../gateway/testing/tone.fixture'
import { type Desktop, openDesktop } from './desktop.fixture'
import { selectService } from './temporary-desktop.fixture'

let desktop: Desktop
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desktop-'))
  desktop = await openDesktop(folder)
})
afterEach(() => desktop.close())

const json = { 'content-type': 'application/json' }

function toRequest(id: 'E2' | 'E3' | 'E6', headers: Readonly<Record<string, string>> = {}): ReferenceRequest {
  const { route, prefix, model, example } = endpoints[id]
  const path = `${toPath(routes[route], prefix, { model })}${id === 'E6' ? '?alt=sse' : ''}`
  return { method: 'POST', path, headers: { ...json, ...headers }, body: JSON.stringify(example) }
}

async function send(request: ReferenceRequest): Promise<ReferenceEvent[]> {
  const events: ReferenceEvent[] = []
  for await (const event of await desktop.client.reference.send(request)) events.push(event)
  return events
}

test('a complete response or error has its status, its body, and its request in the log', async () => {
  const [head, body, end, ...others] = await send(toRequest('E2'))
  expect(others).toEqual([])
  expect(head).toMatchObject({ type: 'head', status: 200 })
  expect(body?.type === 'text' && JSON.parse(body.text)).toHaveProperty('candidates')
  expect(end).toMatchObject({ type: 'end', bytes: expect.any(Number) })
  const id = (head?.type === 'head' && head.exchangeId) || ''
  await expect.poll(async () => (await desktop.client.exchanges.read({ id }))?.client).toBe('window')
  const [errorHead, error] = await send({ ...toRequest('E2'), body: '{"contents":' })
  expect(errorHead).toMatchObject({ type: 'head', status: 400 })
  expect(error?.type === 'text' && JSON.parse(error.text)).toHaveProperty('error.status', 'INVALID_ARGUMENT')
})

test('a stream has one text for each event', async () => {
  const events = await send(toRequest('E6'))
  const texts = events.flatMap((event) => (event.type === 'text' ? [JSON.parse(event.text)] : []))
  expect(texts.length).toBeGreaterThan(3)
  expect(texts.at(-1)).toHaveProperty('candidates.0.finishReason', 'STOP')
  expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort((one, other) => one - other))
})

// Megabytes of Base64 in one message would stall the page.
test('an image is stored as a file, and is not in the message', async () => {
  const events = await send(toRequest('E3'))
  const text = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
  const [, media = ''] = /"media":"([0-9a-f]{64})"/.exec(text) ?? []
  expect(text.length).toBeLessThan(10_000)
  const bytes = await desktop.application.workspace.media.read(media)
  expect(Buffer.from(bytes).subarray(1, 4).toString()).toBe('PNG')
  // Nothing refers to it, so that it would stay in the media folder forever.
  await desktop.close()
  desktop = await openDesktop(folder)
  const { open } = desktop.application.workspace.media
  await expect.poll(() => open(media).then(() => 'kept', String)).toContain('not found')
})

test('stopping ends the request at the gateway', async () => {
  const abort = new AbortController()
  const request = toRequest('E6', { 'x-demo': 'tokens-per-second=1' })
  const events = await desktop.client.reference.send(request, { signal: abort.signal })
  const first = await events.next()
  const head: ReferenceEvent | undefined = first.done ? undefined : first.value
  const id = (head?.type === 'head' && head.exchangeId) || ''
  abort.abort()
  await expect.poll(async () => (await desktop.client.exchanges.read({ id }))?.outcome).toBe('cancelled')
})

// The page names a file; its bytes must not pass through it.
test('a form with a file of the media folder is transcribed', async () => {
  const { hash } = await desktop.application.workspace.media.store(toneWav(2), 'audio/wav')
  const events = await send({
    method: 'POST',
    path: routes.transcribe.path,
    headers: {},
    body: {
      media: hash,
      name: 'tone "1".wav',
      mimeType: 'audio/wav',
      fields: { model: 'gen-4o-transcribe', response_format: 'json' },
    },
  })
  expect(events[0]).toMatchObject({ status: 200 })
  const [, body] = events
  expect(body?.type === 'text' && JSON.parse(body.text).text).toContain('2.00 seconds')
})

test('a file is uploaded whole or resumably; a missing one is an error, and nothing is sent', async () => {
  const bytes = Buffer.from('Some text, äöü.')
  const { hash } = await desktop.application.workspace.media.store(bytes, 'text/plain')
  const file = { media: hash, name: 'notes.txt', mimeType: 'text/plain', fields: null }
  const read = async (request: ReferenceRequest) => {
    const [head, body] = await send(request)
    expect(head).toMatchObject({ status: 200 })
    return { head, json: body?.type === 'text' ? JSON.parse(body.text) : null }
  }
  const upload = { method: 'POST', path: '/upload/v1beta/files', body: null } as const
  const missing = { ...file, media: 'a'.repeat(64) }
  await expect(send({ ...upload, headers: {}, body: missing })).rejects.toThrow(/missing|not found/i)
  const raw = await read({ ...upload, headers: { 'x-goog-upload-protocol': 'raw' }, body: file })
  expect(raw.json.file).toMatchObject({ mimeType: 'text/plain', sizeBytes: String(bytes.length) })

  const start = { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' }
  const { head } = await read({ ...upload, headers: start })
  const { pathname } = new URL((head?.type === 'head' && head.headers['x-goog-upload-url']) || '')
  const last = { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' }
  const resumed = await read({ method: 'POST', path: pathname, headers: last, body: file })
  expect(resumed.json.file).toMatchObject({ sizeBytes: String(bytes.length) })
})

// The page would get megabytes of Base64, and show no image.
test('images of OpenAI clients are stored as files', async () => {
  for (const format of ['b64_json', 'url']) {
    const body = JSON.stringify({ model: 'gen-2.5-flash-image', prompt: 'A boat', response_format: format })
    const events = await send({ method: 'POST', path: '/v1/images/generations', headers: json, body })
    const { data } = JSON.parse((events[1]?.type === 'text' && events[1].text) || '')
    expect(data).toMatchObject([{ media: expect.stringMatching(/^[0-9a-f]{64}$/), mimeType: 'image/png' }])
    const stored = await desktop.application.workspace.media.read(data[0].media)
    expect(Buffer.from(stored).subarray(1, 4).toString()).toBe('PNG')
  }
})

test('a video within an operation is stored as a file, and arguments of functions stay as they are', async () => {
  const bytes = Buffer.alloc(300, 'video')
  const video = { bytesBase64Encoded: bytes.toString('base64'), mimeType: 'video/mp4' }
  const args = { data: 'a'.repeat(100) }
  const response = { name: 'operations/abc', done: true, response: { videos: [video] }, metadata: { args } }
  const server = await openServer((_incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify(response))
  })
  onTestFinished(server.close)
  await selectService(desktop, { port: server.port, key: 'a-key' })
  const { route, prefix, model, example } = endpoints.E10
  const path = toPath(routes[route], prefix, { model })
  const events = await send({ method: 'POST', path, headers: json, body: JSON.stringify(example) })
  const operation = JSON.parse((events[1]?.type === 'text' && events[1].text) || '')
  expect(operation.metadata).toEqual({ args })
  const { media, ...rest } = operation.response.videos[0]
  expect(rest).toEqual({ mimeType: 'video/mp4' })
  expect(Buffer.from(await desktop.application.workspace.media.read(media))).toEqual(bytes)
})
