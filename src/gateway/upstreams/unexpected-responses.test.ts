// Tests unexpected responses of the vendor APIs: pages, compressed bodies, missing types, incomplete errors.
import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  geminiKey,
  openScriptedVendorGateway,
  type ScriptedVendorGateway,
} from '../testing/scripted-vendor.fixture'
import {
  chunkOf,
  formType,
  localKey,
  sendJson,
  toForm,
  type UpstreamScript,
} from '../testing/test-gateway.fixture'

const body = JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] })
const whole = '/v1beta/models/gen-2.5-pro:generateContent'
const stream = '/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse'
const operationName = 'models/veo-3.1-fast-generate-preview/operations/a1'

/** `then` handles the requests after an operation and a file were created. */
async function open(
  then: UpstreamScript,
): Promise<{ setup: ScriptedVendorGateway; operation: string; file: string }> {
  let respond: UpstreamScript = ({ url }, outgoing) =>
    sendJson(outgoing, url.includes('/files') ? { files: [{ name: 'files/f1' }] } : { name: operationName })
  const setup = await openScriptedVendorGateway({
    gemini: (request, outgoing, incoming) => respond(request, outgoing, incoming),
    openAi: then,
  })
  onTestFinished(setup.close)
  const path = '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning'
  const started = await setup.gateway.send(path, {
    body: JSON.stringify({ instances: [{ prompt: 'a boat' }] }),
  })
  const listed = await setup.gateway.send('/v1beta/files')
  respond = then
  // Types of the gateway's own responses.
  const { name } = started.json as { name: string }
  const { files } = listed.json as { files: readonly { name: string }[] }
  return { setup, operation: `/v1beta/${name}`, file: `/v1beta/${files[0]?.name}` }
}

const sendBytes = (
  outgoing: ServerResponse,
  headers: Record<string, string>,
  bytes: Uint8Array | string,
): void => {
  outgoing.writeHead(200, headers)
  outgoing.end(bytes)
}

const event = `data: ${JSON.stringify(chunkOf('hi'))}\n\n`

const audio = toForm([
  { name: 'model', value: 'gen-4o-transcribe' },
  { name: 'file', value: 'RIFF', filename: 'a.wav' },
])

describe('an HTML page with status 200', () => {
  test('is rejected on every route, including deletion and download', async () => {
    const { setup, operation, file } = await open((_, outgoing) =>
      sendBytes(outgoing, { 'content-type': 'Text/HTML; charset=UTF-8' }, '<!doctype html><h1>Sign in</h1>'),
    )
    const { gateway } = setup
    const response = [
      await gateway.send(whole, { body }),
      await gateway.send(stream, { body }),
      await gateway.send(operation),
      await gateway.send(file),
      await gateway.send(`${file}:download?alt=media`),
      await gateway.send(file, { method: 'DELETE' }),
      await gateway.send('/v1beta/files'),
      await gateway.send('/v1/audio/transcriptions', {
        key: null,
        headers: { ...formType, authorization: `Bearer ${localKey}` },
        body: audio,
      }),
    ]
    expect(response.map(({ status }) => status)).toEqual(response.map(() => 502))
    for (const { text } of response) expect(text).toContain('Check the base URL and the proxy.')
  })

  test('accepts an empty response to a deletion, but not an error with status 200', async () => {
    const empty = await open((_, outgoing) => sendBytes(outgoing, {}, ''))
    expect((await empty.setup.gateway.send(empty.file, { method: 'DELETE' })).json).toEqual({})
    const error = { code: 403, message: 'Not yours.', status: 'PERMISSION_DENIED' }
    const rejected = await open((_, outgoing) => sendJson(outgoing, { error }))
    expect(await rejected.setup.gateway.send(rejected.file, { method: 'DELETE' })).toMatchObject({
      status: 403,
      json: { error },
    })
  })
})

describe.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('an unrequested %s response', (encoding, compress) => {
  const headers = (type: string) => ({ 'content-type': type, 'content-encoding': encoding })

  test('is decoded: complete, as a stream, as an operation', async () => {
    const { setup, operation } = await open(({ url }, outgoing) =>
      url.includes(':stream')
        ? sendBytes(outgoing, headers('text/event-stream'), compress(event))
        : sendBytes(
            outgoing,
            headers('application/json'),
            compress(JSON.stringify(url.includes('operations') ? { name: operationName } : chunkOf('hi'))),
          ),
    )
    const response = await setup.gateway.send(whole, { body })
    expect([response.json, response.headers['content-encoding']]).toEqual([chunkOf('hi'), undefined])
    expect((await setup.gateway.send(stream, { body })).text).toBe(event)
    expect((await setup.gateway.send(operation)).json).toEqual({ name: operation.replace('/v1beta/', '') })
  })

  test('with an error keeps its message, without the key', async () => {
    const error = { code: 429, message: `Quota of ${geminiKey}.`, status: 'RESOURCE_EXHAUSTED' }
    const { setup } = await open((_, outgoing) => {
      outgoing.writeHead(429, headers('application/json'))
      outgoing.end(compress(JSON.stringify({ error })))
    })
    expect((await setup.gateway.send(whole, { body })).json).toEqual({
      error: { ...error, message: 'Quota of ….' },
    })
  })

  test('that is aborted aborts the client’s response, too', async () => {
    const { setup } = await open((_, outgoing) =>
      sendBytes(outgoing, headers('text/event-stream'), compress(event).subarray(0, -6)),
    )
    const response = await setup.gateway.send(stream, { body })
    expect(response.truncated || response.status === 502).toBe(true)
    expect(response.text).toContain('compressed response is corrupted')
  })
})

test('forwards part of a compressed file unchanged', async () => {
  const { setup, file } = await open((_, outgoing) => {
    outgoing.writeHead(206, {
      'content-encoding': 'gzip',
      'content-range': 'bytes 0-3/9',
      'content-length': '4',
    })
    outgoing.end('part')
  })
  const response = await setup.gateway.send(`${file}:download?alt=media`, { headers: { range: 'bytes=0-3' } })
  expect([response.status, response.text, response.headers['content-encoding']]).toEqual([
    206,
    'part',
    'gzip',
  ])
})

test('a response without a content type is JSON or a stream, as requested', async () => {
  const { setup } = await open(({ url }, outgoing) =>
    sendBytes(outgoing, {}, url.includes(':stream') ? event : '{"a":1}'),
  )
  const response = await setup.gateway.send(whole, { body })
  expect([response.json, response.headers['content-type']]).toEqual([
    { a: 1 },
    'application/json; charset=utf-8',
  ])
  expect((await setup.gateway.send(stream, { body })).text).toBe(event)
})

test('accepts a content type in upper case', async () => {
  const { setup } = await open((_, outgoing) =>
    sendBytes(outgoing, { 'content-type': 'Text/Event-Stream' }, event),
  )
  expect((await setup.gateway.send(stream, { body })).status).toBe(200)
})

test('an incomplete error keeps its status', async () => {
  const { setup } = await open((_, outgoing) => {
    outgoing.writeHead(404, { 'content-type': 'application/json', 'content-length': '1000' })
    outgoing.write('{"error":', () => outgoing.destroy())
  })
  expect(await setup.gateway.send(whole, { body })).toMatchObject({
    status: 404,
    json: { error: { code: 404, status: 'NOT_FOUND' } },
  })
})

test('redacts the key and the host in the error of an operation or a file', async () => {
  const { setup, operation, file } = await open(({ url }, outgoing) => {
    const error = { code: 3, message: `Key ${geminiKey} is bad at ${setup.gemini.url}/x` }
    sendJson(
      outgoing,
      url.includes('/operations/')
        ? { name: operationName, done: true, error }
        : { name: 'files/f1', state: 'FAILED', error },
    )
  })
  const response = { code: 3, message: 'Key … is bad at upstream/x' }
  expect((await setup.gateway.send(operation)).json).toMatchObject({ done: true, error: response })
  expect((await setup.gateway.send(file)).json).toMatchObject({ state: 'FAILED', error: response })
})

test('a query of a finished upload returns its status, and the file if the vendor sends it', async () => {
  const { setup } = await open(({ url, headers }, outgoing) => {
    const isStart = !url.includes('upload_id')
    outgoing.writeHead(200, {
      'x-goog-upload-status': isStart ? 'active' : 'final',
      ...(isStart ? { 'x-goog-upload-url': `http://host/upload/v1beta/files?upload_id=7` } : {}),
    })
    outgoing.end(headers['x-goog-upload-offset'] === undefined ? '' : '{"file":{"name":"files/f1"}}')
  })
  const { gateway } = setup
  const command = (name: string) => ({ 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': name })
  const started = await gateway.send('/upload/v1beta/files', { method: 'POST', headers: command('start') })
  const path = new URL(String(started.headers['x-goog-upload-url'])).pathname
  const received = await gateway.send(path, { method: 'POST', headers: command('query') })
  expect([received.status, received.headers['x-goog-upload-status'], received.text]).toEqual([
    200,
    'final',
    '',
  ])
  const headers = { ...command('query'), 'x-goog-upload-offset': '5' }
  expect((await gateway.send(path, { method: 'POST', headers })).json).toEqual({
    file: { name: expect.stringMatching(/^files\/[a-z0-9]{40,}$/) },
  })
  const empty = await gateway.send(path, { method: 'POST', headers: command('finalize') })
  expect([empty.status, empty.text]).toEqual([502, expect.stringContaining('an invalid file resource')])
})

test('takes linear time for an error of 1 MB that repeats "model"', async () => {
  const error = { code: 400, message: 'model '.repeat(160_000), status: 'INVALID_ARGUMENT' }
  const { setup } = await open((_, outgoing) => sendJson(outgoing, { error }, 400))
  expect((await setup.gateway.send(whole, { body })).json).toEqual({ error })
})
