// Tests the service upstream with scripted services: URLs, keys, headers, errors, retries, redirects.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openRawServer } from '../testing/loopback-servers.fixture'
import {
  chunkOf,
  formType,
  localKey,
  openOutbound,
  openTestGateway,
  openUpstream,
  type ScriptedUpstream,
  sendJson,
  type TestGateway,
  type TestGatewayOptions,
  toForm,
  type UpstreamScript,
  upstreamKey,
} from '../testing/test-gateway.fixture'
import { createServiceUpstream } from './service'

const path = '/v1beta/models/gen-2.5-flash:generateContent'
const body = JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] })
function closeLater(...opened: readonly { close: () => Promise<void> }[]): void {
  for (const { close } of opened) onTestFinished(close)
}

async function openSetup(
  script: UpstreamScript,
  settings: TestGatewayOptions = {},
): Promise<{ gateway: TestGateway; upstream: ScriptedUpstream }> {
  const upstream = await openUpstream(script)
  const gateway = await openTestGateway({ ...settings, baseUrl: upstream.url + (settings.baseUrl ?? '') })
  closeLater(upstream, gateway)
  return { gateway, upstream }
}

/** A service that is not an HTTP server: `onSocket` handles the connection. */
async function openWithRawService(onSocket: (socket: Socket) => void): Promise<TestGateway> {
  const server = await openRawServer((socket) => socket.once('data', () => onSocket(socket)))
  const gateway = await openTestGateway({ baseUrl: `http://127.0.0.1:${server.port}` })
  closeLater(server, gateway)
  return gateway
}

const respond = (_: unknown, outgoing: ServerResponse): void => sendJson(outgoing, chunkOf('ok'))

describe('requests', () => {
  test.each([
    ['', '/v1beta/models/gen-2.5-flash:generateContent'],
    ['/v1/v1beta/', '/v1beta/models/gen-2.5-flash:generateContent'],
    ['/team/a/', '/team/a/v1beta/models/gen-2.5-flash:generateContent'],
  ])('a base URL that ends in %j', async (end, url) => {
    const { gateway, upstream } = await openSetup(respond, { baseUrl: end })
    expect((await gateway.send(path, { body })).status).toBe(200)
    expect(upstream.requests[0]?.url).toBe(`${url}?key=${upstreamKey}`)
  })

  test('forwards prefix, model and query unchanged, but never the client’s key', async () => {
    const { gateway, upstream } = await openSetup(respond)
    const key = encodeURIComponent(localKey)
    await gateway.send(
      `/v1/v1beta/models/gemini-2.5-flash%3AgenerateContent?x=%20y&key=${key}&callback=f&z`,
      {
        body,
        headers: { authorization: `Bearer ${localKey}` },
      },
    )
    const [request] = upstream.requests
    expect(request?.url).toBe(
      `/v1/v1beta/models/gemini-2.5-flash:generateContent?x=%20y&z&key=${upstreamKey}`,
    )
    expect(JSON.stringify(request?.headers)).not.toContain(localKey)
    expect(request?.headers.authorization).toBeUndefined()
    expect(request?.body.toString()).toBe(body)
  })

  test('forwards only allowed headers', async () => {
    const { gateway, upstream } = await openSetup(respond)
    const passed = {
      'user-agent': 'sdk/1',
      'x-goog-api-client': 'gl/1',
      'x-server-timeout': '9',
      'x-stainless-lang': 'js',
    }
    await gateway.send(path, {
      body,
      headers: { ...passed, cookie: 'a=b', 'x-demo-pace': 'slow', te: 'trailers' },
    })
    const { host: _, connection: __, ...request } = upstream.requests[0]?.headers ?? {}
    expect(request).toEqual({
      ...passed,
      'accept-encoding': 'identity',
      'content-length': String(body.length),
      'content-type': 'application/json',
    })
  })

  test('E1, E10, E14 and the other routes send the key as a token; E1 has its own base URL', async () => {
    const audio = await openUpstream((_, outgoing) => sendJson(outgoing, { text: 'hi' }))
    closeLater(audio)
    const { gateway, upstream } = await openSetup(
      (_, outgoing) =>
        sendJson(outgoing, { embedding: { values: [1] }, name: 'operations/a', totalTokens: 1 }),
      { apiBaseUrl: `${audio.url}/v1/` },
    )
    const text = { content: { parts: [{ text: 'a' }] } }
    await gateway.send('/v1beta/models/gen-embedding-001:embedContent', { body: JSON.stringify(text) })
    await gateway.send('/v1beta/models/gen-embedding-001:batchEmbedContents', {
      body: JSON.stringify({ requests: [text] }),
    })
    await gateway.send('/v1beta/models/gen-2.5-flash:countTokens', { body })
    await gateway.send('/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning', {
      body: JSON.stringify({ instances: [{ prompt: 'a' }] }),
    })
    const form = toForm([
      { name: 'file', value: 'RIFF', filename: 'a.wav' },
      { name: 'model', value: 'gen-4o-transcribe' },
    ])
    await gateway.send('/v1/audio/transcriptions', {
      key: null,
      headers: { ...formType, authorization: `Bearer ${localKey}` },
      body: form,
    })
    const all = [...upstream.requests, ...audio.requests]
    expect(all.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/v1beta/models/gen-embedding-001:embedContent', `Bearer ${upstreamKey}`],
      ['/v1beta/models/gen-embedding-001:embedContent', `Bearer ${upstreamKey}`],
      ['/v1beta/models/gen-2.5-flash:countTokens', `Bearer ${upstreamKey}`],
      ['/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning', `Bearer ${upstreamKey}`],
      ['/v1/audio/transcriptions', `Bearer ${upstreamKey}`],
    ])
    expect(audio.requests[0]?.body).toEqual(form)
  })

  test('sends nothing without a key, and says where to enter it', async () => {
    const upstream = await openUpstream(respond)
    const outbound = openOutbound()
    closeLater(upstream, outbound)
    const service = createServiceUpstream({ id: 'service-a', baseUrl: upstream.url, key: null }, outbound)
    const gateway = await openTestGateway({ upstream: service })
    closeLater(gateway)
    expect((await gateway.send(path, { body })).json).toEqual({
      error: {
        code: 400,
        status: 'FAILED_PRECONDITION',
        message: 'No API key for the custom service. Enter one in Settings > Provider.',
      },
    })
    expect([service.id, upstream.requests]).toEqual(['service-a', []])
  })

  test('sends the key as a token to its own URLs, and none to others', async () => {
    const store = await openUpstream(respond)
    const upstream = await openUpstream(respond)
    const outbound = openOutbound()
    closeLater(store, upstream, outbound)
    const settings = { id: 'service', baseUrl: `${upstream.url}/team/`, key: upstreamKey }
    const service = createServiceUpstream(settings, outbound)
    const { signal } = new AbortController()
    const request = { method: 'GET', headers: {}, body: null, signal }
    await service.send({ ...request, path: '/v1beta/files?pageSize=1' })
    await service.send({ ...request, method: 'POST', path: '/upload/v1beta/files' })
    await service.send({ ...request, method: 'DELETE', path: '/v1/v1beta/files/a' })
    await service.open?.(`${upstream.url}/team/v1beta/files/a:download?alt=media`, { ...request, path: '/' })
    await service.open?.(`${store.url}/signed?s=1`, { ...request, path: '/' })
    const token = `Bearer ${upstreamKey}`
    expect(
      [...upstream.requests, ...store.requests].map(({ method, url, headers }) => [
        method,
        url,
        headers.authorization,
      ]),
    ).toEqual([
      ['GET', '/team/v1beta/files?pageSize=1', token],
      ['POST', '/team/upload/v1beta/files', token],
      ['DELETE', '/team/v1/v1beta/files/a', token],
      ['GET', '/team/v1beta/files/a:download?alt=media', token],
      ['GET', '/signed?s=1', undefined],
    ])
  })

  test('reuses connections', async () => {
    const ports = new Set<number | undefined>()
    const { gateway } = await openSetup((_, outgoing, incoming) => {
      ports.add(incoming.socket.remotePort)
      sendJson(outgoing, chunkOf('ok'))
    })
    for (let index = 0; index < 5; index += 1) await gateway.send(path, { body })
    expect(ports.size).toBe(1)
  })
})

describe('responses', () => {
  test('headers go by the list, and a success keeps its bytes', async () => {
    const text = '{ "candidates": [] , "new": 1.0 }'
    const { gateway, upstream } = await openSetup((_, outgoing) => {
      outgoing.writeHead(200, {
        'content-type': 'application/json; charset=UTF-8',
        'x-goog-api-key': upstreamKey,
        'set-cookie': 'a=b',
        'server-timing': 'x',
        location: 'http://secret.example',
        'x-request-id': 'r1',
        'x-ratelimit-remaining': '3',
      })
      outgoing.end(text)
    })
    const response = await gateway.send(path, { body })
    const { date: _, connection: __, 'keep-alive': ___, 'x-exchange-id': ____, ...headers } = response.headers
    expect(response.text).toBe(text)
    expect(headers).toEqual({
      'content-type': 'application/json; charset=UTF-8',
      'content-length': String(text.length),
      'x-request-id': 'r1',
      'x-ratelimit-remaining': '3',
      'x-content-type-options': 'nosniff',
      'x-upstream': 'service',
    })
    expect(upstream.requests).toHaveLength(1)
  })

  test('an error keeps status, body and unknown fields, without key, host and array', async () => {
    const { gateway, upstream } = await openSetup((request, outgoing) => {
      const message = `http://${request.headers.host}${request.url} says no to ${upstreamKey}`
      sendJson(outgoing, [{ error: { code: 404, message, status: 'NOT_FOUND', more: 1 }, other: true }], 404)
    })
    const response = await gateway.send(path, { body })
    expect(response.json).toEqual({
      error: {
        code: 404,
        message: 'upstream' + '/v1beta/models/gen-2.5-flash:generateContent?key=… says no to …',
        status: 'NOT_FOUND',
        more: 1,
      },
      other: true,
    })
    expect([response.status, response.text.includes(new URL(upstream.url).host)]).toEqual([404, false])
    expect(await gateway.nextExchange()).toMatchObject({
      outcome: 'failed',
      status: 404,
      error: expect.stringContaining('says no'),
    })
  })

  test.each([
    ['an HTML page', '<html><body>nginx at 10.0.0.1</body></html>'],
    ['nothing', ''],
    ['JSON of another shape', '{"detail":"no"}'],
  ])('an error with %s becomes a valid one with the same status', async (_, text) => {
    const { gateway } = await openSetup((__, outgoing) => {
      outgoing.writeHead(503, { 'content-type': 'text/html' })
      outgoing.end(text)
    })
    const response = await gateway.send(path, { body })
    expect(response).toMatchObject({
      status: 503,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      json: {
        error: { code: 503, status: 'UNAVAILABLE', message: expect.stringContaining('Check the base URL') },
      },
    })
  })

  test('an error of the other dialect is translated for E1', async () => {
    const { gateway } = await openSetup((_, outgoing) =>
      sendJson(outgoing, { error: { code: 400, message: 'Bad audio.', status: 'INVALID_ARGUMENT' } }, 400),
    )
    const response = await gateway.send('/v1/audio/transcriptions', {
      key: null,
      headers: { ...formType, authorization: `Bearer ${localKey}` },
      body: toForm([
        { name: 'model', value: 'gen-4o-transcribe' },
        { name: 'file', value: 'RIFF', filename: 'a.wav' },
      ]),
    })
    expect(response).toMatchObject({
      status: 400,
      json: { error: { message: 'Bad audio.', type: 'invalid_request_error' } },
    })
  })

  test.each([
    ['a page', '<html></html>'],
    ['nothing', ''],
    ['half a document', '{"candidates": ['],
  ])('a success with %s is a 502', async (_, text) => {
    const { gateway } = await openSetup((__, outgoing) => outgoing.end(text))
    expect(await gateway.send(path, { body })).toMatchObject({
      status: 502,
      json: { error: { status: 'UNAVAILABLE' } },
    })
  })

  test('a redirect of a POST is not followed', async () => {
    const { gateway, upstream } = await openSetup((_, outgoing) => {
      outgoing.writeHead(307, { location: '/elsewhere' })
      outgoing.end()
    })
    const response = await gateway.send(path, { body })
    expect([response.status, upstream.requests.length]).toEqual([502, 1])
    expect(response.text).toContain('Enter the redirect target')
  })
})

describe('broken transports', () => {
  test('a refused connection says what to check, and may be retried', async () => {
    const closedUpstream = await openUpstream(respond)
    await closedUpstream.close()
    const gateway = await openTestGateway({ baseUrl: closedUpstream.url })
    closeLater(gateway)
    const response = await gateway.send(path, { body })
    expect(response).toMatchObject({ status: 502, json: { error: { code: 502, status: 'UNAVAILABLE' } } })
    expect(response.text).toContain('Check the base URL')
    expect(response.text).not.toContain('127.0.0.1')
    expect(response.headers['x-should-retry']).toBeUndefined()
  })

  test.each<[string, (socket: Socket) => void]>([
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['sends invalid data', (socket) => socket.end('\u0000\u0001garbage\r\n\r\n')],
    ['closes the connection during the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-ty')],
    [
      'closes the connection within a chunk',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{"a":'),
    ],
  ])('an upstream that %s is a 502 that must not be retried', async (_, onSocket) => {
    const gateway = await openWithRawService(onSocket)
    const response = await gateway.send(path, { body })
    expect(response).toMatchObject({
      status: 502,
      truncated: false,
      headers: { 'x-should-retry': 'false' },
      json: { error: { code: 502, status: 'UNAVAILABLE', message: expect.stringContaining('Check') } },
    })
    expect(response.text).not.toMatch(/127\.0\.0\.1|HPE_|at .*:\d+/)
  })

  test('truncates the body to the content length', async () => {
    const gateway = await openWithRawService((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}SECOND')
    })
    const response = await gateway.send(path, { body })
    expect([
      [200, '{}'],
      [502, response.text],
    ]).toContainEqual([response.status, response.text])
    expect(response.text).not.toContain('SECOND')
  })

  test('aborts the client’s response if the upstream aborts a large one', async () => {
    const gateway = await openWithRawService((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9000000\r\n\r\n')
      socket.end('{"a":"'.padEnd(1_000_000, 'x'))
    })
    const response = await gateway.send(path, { body })
    expect([response.status, response.truncated]).toEqual([200, true])
    expect(await gateway.nextExchange()).toMatchObject({ outcome: 'failed' })
  })
})
