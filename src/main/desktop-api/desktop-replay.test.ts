// Requests that are sent again or exported over the desktop contract.

import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openServer } from '#gateway/testing/loopback-servers.fixture'
import { findMarks } from '#shared/exchange/body-marks'
import { openTemporaryDesktop, selectService, type TemporaryDesktop } from './temporary-desktop.fixture'

interface Received {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

let desktop: TemporaryDesktop
let client: TemporaryDesktop['client']
let received: Received[] = []

const key = 'echoed-canary-0123456789'
const answer = {
  candidates: [{ content: { parts: [{ text: 'Yes.' }], role: 'model' }, finishReason: 'STOP' }],
}

beforeEach(async () => {
  desktop = await openTemporaryDesktop()
  client = desktop.client
  received = []
  const server = await openServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    received.push({ url: incoming.url ?? '', headers: incoming.headers, body: Buffer.concat(chunks) })
    const isStream = incoming.url?.includes('alt=sse')
    outgoing.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    outgoing.end(isStream ? `data: ${JSON.stringify(answer)}\n\n` : JSON.stringify(answer))
  })
  onTestFinished(server.close)
  await selectService(desktop, { port: server.port, key })
})

const streamPath = '/v1/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse'
const completePath = '/v1beta/models/gen-2.5-flash:generateContent'
/** Not as a program would write it. */
const body = '{ "contents" : [ {"parts":[{"text":"Gr\\u00fc\u00dfe \u{1f44b}"}]} ],\r\n\t"x": 1.0 }\n'

/** Sends a request like a script; returns the ID of its exchange. */
async function send(
  path: string,
  text: string | Buffer = body,
  headers: Readonly<Record<string, string>> = {},
) {
  const { url } = await desktop.application.listening()
  const localKey = await client.localKey.read()
  const response = await fetch(`${url}${path}${path.includes('?') ? '&' : '?'}key=${localKey.key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'my-script/2.0', 'x-demo': 'a', ...headers },
    body: typeof text === 'string' ? text : new Uint8Array(text),
  })
  await response.text()
  return response.headers.get('x-exchange-id') ?? ''
}

test('a replay that is canceled while the log is read sends nothing', async () => {
  const first = await send(completePath)
  const controller = new AbortController()
  const { exchanges } = desktop.application.workspace
  const { read } = exchanges
  exchanges.read = async (input) => {
    controller.abort()
    // Messages are in order: the cancellation has arrived before this call.
    await client.application.status()
    return await read(input)
  }
  await expect(client.exchanges.replay({ id: first }, { signal: controller.signal })).rejects.toThrow()
  exchanges.read = read
  // Each takes longer than a replay would take to arrive.
  for (let count = 0; count < 3; count += 1) await send(completePath)
  expect(received).toHaveLength(4)
})

test('sends a stream again with the same bytes, query and headers, as a request of its own', async () => {
  const first = await send(streamPath, body, { 'x-team-token': 'CANARY' })
  const { id, status } = await client.exchanges.replay({ id: first })
  expect([status, id === first]).toEqual([200, false])
  expect(received).toHaveLength(2)
  const [before, after] = received
  expect(after?.body.equals(before?.body ?? Buffer.alloc(0))).toBe(true)
  expect(after?.body.toString()).toBe(body)
  expect(after?.url).toBe(before?.url)
  expect(after?.headers['content-type']).toBe('application/json')
  expect(JSON.stringify(after?.headers)).not.toContain('CANARY')
  await expect.poll(async () => (await client.exchanges.read({ id }))?.outcome).toBe('completed')
  const [one, other] = await Promise.all([first, id].map((each) => client.exchanges.read({ id: each })))
  expect([one?.client, other?.client]).toEqual(['my-script/2.0', 'window'])
  expect([other?.path, other?.query, other?.requestBody]).toEqual([one?.path, one?.query, body])
  expect(one?.query).toBe('alt=sse')
})

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(200_000)])

function withMedia(data: string): string {
  const image = { inlineData: { mimeType: 'image/png', data } }
  return JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'What is it?' }, image, image] }] })
}

// Requests with media could not be repeated: the log had only their size.
test('sends and exports inline images as the same bytes', async () => {
  const text = withMedia(png.toString('base64')).replaceAll('/', '\\/')
  const first = await send(completePath, text)
  const logged = await client.exchanges.read({ id: first })
  expect(logged?.requestBody.length).toBeLessThan(1000)
  const { id } = await client.exchanges.replay({ id: first })
  expect(received[1]?.body.toString()).toBe(text)
  const { requestBody, requestBytes } = logged ?? {}
  await expect.poll(() => client.exchanges.read({ id })).toMatchObject({ requestBody, requestBytes })
  const [entry] = JSON.parse((await exportHar({ ids: [first] })).text).log.entries
  expect([entry.request.postData.text, entry.comment]).toEqual([text, 'Keys are removed.'])
})

test('sends a transcription again with its form, its boundary and its file', async () => {
  const audio = Buffer.concat([Buffer.from('RIFF0000WAVEfmt '), randomBytes(100_000)])
  const form = new FormData()
  form.set('model', 'gen-4o-transcribe')
  form.set('file', new Blob([audio], { type: 'audio/wav' }), 'Grüße.wav')
  form.set('language', 'de')
  const request = new Request('http://127.0.0.1', { method: 'POST', body: form })
  const bytes = Buffer.from(await request.arrayBuffer())
  const type = request.headers.get('content-type') ?? ''
  const first = await send('/v1/audio/transcriptions', bytes, {
    'content-type': type,
    authorization: `Bearer ${(await client.localKey.read()).key}`,
  })
  const logged = await client.exchanges.read({ id: first })
  expect(logged?.requestBody).toMatch(/"language"\r\n\r\nde/)
  expect(logged?.requestBody).toMatch(/\r\n<100016 bytes of audio\/wav, SHA-256 [0-9a-f]{64}>\r\n--/)
  await client.exchanges.replay({ id: first })
  expect(received[1]?.headers['content-type']).toBe(type)
  expect(received[1]?.body.equals(bytes)).toBe(true)
  expect(received[0]?.body.equals(bytes)).toBe(true)
})

test('puts the media into a changed request and copies them to the media folder, until the log has deleted them', async () => {
  const text = withMedia(png.toString('base64'))
  const { requestBody = '' } = (await client.exchanges.read({ id: await send(completePath, text) })) ?? {}
  const hash = findMarks(requestBody)[0]?.hash ?? ''
  const headers = { 'content-type': 'application/json' }
  const body = requestBody.replace('What is it?', 'And now?')
  const request = { method: 'POST', path: completePath, headers, body } as const
  expect(await client.exchanges.send(request)).toMatchObject({ status: 200 })
  expect(received[1]?.body.toString()).toBe(text.replace('What is it?', 'And now?'))
  expect(await client.exchanges.copyFiles({ hashes: [hash] })).toEqual([
    { media: hash, mimeType: 'image/png', bytes: png.length },
  ])
  await client.exchanges.clear()
  expect(Buffer.from(await desktop.application.workspace.media.read(hash)).equals(png)).toBe(true)
  await expect(client.exchanges.copyFiles({ hashes: [hash] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(client.exchanges.send(request)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(received).toHaveLength(2)
})

test('does not store a text file with a key', async () => {
  const text = Buffer.from(`${'a line of text\n'.repeat(30)}${key}`).toString('base64')
  const id = await send(completePath, withMedia(text))
  expect((await client.exchanges.read({ id }))?.requestBody).toContain('characters of Base64>')
  expect(await readdir(desktop.folder)).not.toContain('exchange-media')
  const plain = Buffer.from('a line of text\n'.repeat(30)).toString('base64')
  await client.exchanges.replay({ id: await send(completePath, withMedia(plain)) })
  expect(received.at(-1)?.body.toString()).toBe(withMedia(plain))
})

test('sends nothing if the log does not have the whole request', async () => {
  const withKey = await send(completePath, JSON.stringify({ contents: [{ parts: [{ text: key }] }] }))
  await expect(client.exchanges.replay({ id: withKey })).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
  })
  await expect(client.exchanges.replay({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(received).toHaveLength(1)
})

test('sends a changed request, and shows the error of an invalid one', async () => {
  const changed = body.replace('1.0', '2.0')
  const request = {
    method: 'POST',
    path: completePath,
    headers: { 'content-type': 'application/json' },
  } as const
  expect(await client.exchanges.send({ ...request, body: changed })).toMatchObject({ status: 200 })
  expect(received[0]?.body.toString()).toBe(changed)
  const { id, status } = await client.exchanges.send({ ...request, body: '{"contents":' })
  expect(status).toBe(400)
  expect(await client.exchanges.read({ id })).toMatchObject({ outcome: 'failed', client: 'window' })
  await expect(client.exchanges.send({ ...request, path: '//evil.test/', body })).resolves.toMatchObject({
    status: 404,
  })
  await expect(client.exchanges.send({ ...request, path: 'http://evil.test/', body })).rejects.toThrow()
  expect(received).toHaveLength(1)
})

async function exportHar(selection: Parameters<typeof client.exchanges.exportHar>[0]) {
  desktop.user.dialogResult = join(desktop.folder, 'requests.har')
  const events = []
  for await (const event of await client.exchanges.exportHar(selection)) events.push(event)
  return { last: events.at(-1), text: await readFile(join(desktop.folder, 'requests.har'), 'utf8') }
}

test('exports a selection or a filter, oldest first, without any key', async () => {
  const later = 'later-canary-9876543210'
  const ids = [
    await send(completePath, JSON.stringify({ contents: [{ parts: [{ text: `Is it ${later}?` }] }] })),
    await send(`${completePath}?x=${key}`),
  ]
  for (let count = 0; count < 40; count += 1) ids.push(await send(streamPath))
  await client.keys.set({ slot: 'service', key: later })
  const { key: localKey } = await client.localKey.read()
  const all = await exportHar({ filter: {} })
  expect(all.last).toEqual({ requests: 42, total: 42, done: { path: join(desktop.folder, 'requests.har') } })
  const { log } = JSON.parse(all.text)
  expect(log.entries.map(({ _id }: { _id: string }) => _id)).toEqual(ids)
  for (const secret of [key, later, localKey]) expect(all.text).not.toContain(secret)
  const selected = await exportHar({ ids: [ids[3] ?? '', 'none', ids[1] ?? ''] })
  expect(JSON.parse(selected.text).log.entries.map(({ _id }: { _id: string }) => _id)).toEqual([
    ids[3],
    ids[1],
  ])
  const none = await exportHar({ filter: { models: ['none'] } })
  expect([none.last, JSON.parse(none.text).log.entries]).toMatchObject([{ requests: 0 }, []])
})

test('leaves no file if the dialog or the export is canceled', async () => {
  await send(completePath)
  desktop.user.dialogResult = null
  const canceled = []
  for await (const event of await client.exchanges.exportHar({ filter: {} })) canceled.push(event)
  expect(canceled).toMatchObject([{ done: { path: null } }])
  const abort = new AbortController()
  Object.defineProperty(desktop.user, 'dialogResult', {
    get() {
      abort.abort()
      return join(desktop.folder, 'requests.har')
    },
  })
  await expect(
    (async () => {
      for await (const _ of await client.exchanges.exportHar({ filter: {} }, { signal: abort.signal }));
    })(),
  ).rejects.toThrow()
  const listLeft = async () => (await readdir(desktop.folder)).filter((name) => /har|part$/.test(name))
  await expect.poll(listLeft).toEqual([])
})
