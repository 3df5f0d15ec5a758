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

const transcription = {
  key: null,
  headers: { ...formType, authorization: `Bearer ${localKey}` },
  body: toForm([
    { name: 'model', value: 'gen-4o-transcribe' },
    { name: 'file', value: 'RIFF', filename: 'a.wav' },
  ]),
}

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

  test('sends the key as a token to all routes but generation; E1 has its own base URL', async () => {
    const audio = await openUpstream((_, outgoing) => sendJson(outgoing, { text: 'hi' }))
    closeLater(audio)
    const { gateway, upstream } = await openSetup(
      (_, outgoing) =>
        sendJson(outgoing, { embedding: { values: [1] }, name: 'operations/a', totalTokens: 1 }),
      { apiBaseUrl: `${audio.url}/v1/` },
    )
    const text = { content: { parts: [{ text: 'a' }] } }
    const video = 'gen-video-3.1-fast-generate-preview:predictLongRunning'
    for (const [call, request] of [
      ['gen-embedding-001:embedContent', text],
      ['gen-embedding-001:batchEmbedContents', { requests: [text] }],
      ['gen-2.5-flash:countTokens', JSON.parse(body)],
      [video, { instances: [{ prompt: 'a' }] }],
    ] as const)
      await gateway.send(`/v1beta/models/${call}`, { body: JSON.stringify(request) })
    await gateway.send('/v1/audio/transcriptions', transcription)
    const all = [...upstream.requests, ...audio.requests]
    expect(all.map(({ headers }) => headers.authorization)).toEqual(all.map(() => `Bearer ${upstreamKey}`))
    expect(all.map(({ url }) => url)).toEqual([
      '/v1beta/models/gen-embedding-001:embedContent',
      '/v1beta/models/gen-embedding-001:embedContent',
      '/v1beta/models/gen-2.5-flash:countTokens',
      `/v1beta/models/${video}`,
      '/v1/audio/transcriptions',
    ])
    expect(audio.requests[0]?.body).toEqual(transcription.body)
  })

  test('sends nothing without a key, and says where to enter it', async () => {
    const outbound = openOutbound()
    closeLater(outbound)
    const { send } = createServiceUpstream(
      { id: 'service', baseUrl: 'http://127.0.0.1:1', key: null },
      outbound,
    )
    const { signal } = new AbortController()
    await expect(send({ method: 'GET', path, headers: {}, body: null, signal })).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      message: 'No API key for the custom service. Enter one in Settings > Provider.',
    })
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
})

describe('responses', () => {
  test('a success keeps its bytes, and the headers that are on the list', async () => {
    const text = '{ "candidates": [] , "new": 1.0 }'
    const { gateway } = await openSetup((_, outgoing) => {
      outgoing
        .writeHead(200, { 'content-type': 'application/json; charset=UTF-8', 'set-cookie': 'a=b' })
        .end(text)
    })
    const response = await gateway.send(path, { body })
    expect(response.text).toBe(text)
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=UTF-8',
      'content-length': String(text.length),
      'x-content-type-options': 'nosniff',
      'x-upstream': 'service',
    })
    expect(response.headers).not.toHaveProperty('set-cookie')
  })

  test('an error of the other dialect is translated for E1', async () => {
    const { gateway } = await openSetup((_, outgoing) =>
      sendJson(outgoing, { error: { code: 400, message: 'Bad audio.', status: 'INVALID_ARGUMENT' } }, 400),
    )
    const response = await gateway.send('/v1/audio/transcriptions', transcription)
    expect(response).toMatchObject({
      status: 400,
      json: { error: { message: 'Bad audio.', type: 'invalid_request_error' } },
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
})
