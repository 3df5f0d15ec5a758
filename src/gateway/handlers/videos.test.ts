// Tests videos: operations that any gateway with the same key can poll, file URLs of the gateway, downloads.
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  localKey,
  openTestGateway,
  openUpstream,
  type ScriptedUpstream,
  sendJson,
  type TestGateway,
  type UpstreamScript,
  upstreamKey,
} from '../testing/test-gateway.fixture'

const model = 'gen-video-3.1-fast-generate-preview'
const start = `/v1beta/models/${model}:predictLongRunning`
const body = JSON.stringify({ instances: [{ prompt: 'a boat' }] })
const videoBytes = Buffer.from('0123456789')
const name = `models/${model}/operations/abc123`

async function openGateway(baseUrl: string, key = localKey): Promise<TestGateway> {
  const gateway = await openTestGateway({ baseUrl, key })
  onTestFinished(gateway.close)
  return gateway
}

async function openSetup(
  script: UpstreamScript,
): Promise<{ gateway: TestGateway; upstream: ScriptedUpstream }> {
  const upstream = await openUpstream(script)
  onTestFinished(upstream.close)
  return { gateway: await openGateway(upstream.url), upstream }
}

const doneWith = (uri: string) => ({
  name,
  done: true,
  metadata: { '@type': 'x' },
  response: { generateVideoResponse: { generatedSamples: [{ video: { uri, encoding: 'mp4' } }] } },
})

/** A service with one operation and one file, which are done immediately. */
const service: UpstreamScript = ({ method, url, headers }, outgoing) => {
  if (method === 'POST') return sendJson(outgoing, { name })
  if (url.includes('/operations/'))
    return sendJson(outgoing, doneWith(`http://${headers.host}/v1beta/files/f1:download?alt=media&key=leak`))
  const range = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '')
  const part = range ? videoBytes.subarray(Number(range[1]), Number(range[2]) + 1) : videoBytes
  outgoing.writeHead(range ? 206 : 200, {
    'content-type': 'video/mp4',
    'content-length': part.length,
    'x-goog-api-key': upstreamKey,
    ...(range ? { 'content-range': `bytes ${range[1]}-${range[2]}/10` } : {}),
  })
  outgoing.end(part)
}

async function startVideo(gateway: TestGateway): Promise<string> {
  return ((await gateway.send(start, { body })).json as { name: string }).name
}

async function getVideoUri(gateway: TestGateway, operation: string): Promise<string> {
  const done = (await gateway.send(`/v1beta/${operation}`)).json as ReturnType<typeof doneWith>
  return done.response.generateVideoResponse.generatedSamples[0]?.video.uri ?? ''
}

/** The path of the video that a new operation has made. */
async function makeVideo(gateway: TestGateway): Promise<string> {
  const { pathname, search } = new URL(await getVideoUri(gateway, await startVideo(gateway)))
  return pathname + search
}

describe('operations', () => {
  test('have the gateway’s own names, and can be polled with both URLs and prefixes', async () => {
    const { gateway, upstream } = await openSetup(service)
    const operation = await startVideo(gateway)
    expect(operation).toMatch(/^operations\/[a-z0-9]+$/)
    for (const [path, prefix] of [
      [`/v1beta/${operation}`, '/v1beta'],
      [`/v1/v1beta/${operation}`, '/v1/v1beta'],
      [`/v1beta/models/${model}/${operation}`, '/v1beta'],
    ] as const) {
      const uri = expect.stringMatching(`^${gateway.url}${prefix}/files/[a-z0-9]+:download\\?alt=media$`)
      const whole = await gateway.send(path)
      expect(whole.json).toEqual({ ...doneWith(uri), name: operation })
      expect(upstream.requests.at(-1)?.url).toBe(`${prefix}/${name}`)
      const head = await gateway.send(path, { method: 'HEAD' })
      expect([head.status, head.text, head.headers['content-length']]).toEqual([
        200,
        '',
        whole.headers['content-length'],
      ])
    }
  })

  test('are forwarded unchanged if running, failed or filtered', async () => {
    const filtered = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['x'] }
    let state: object = {}
    const { gateway } = await openSetup(({ method }, outgoing) =>
      sendJson(outgoing, method === 'POST' ? { name } : { name, ...state }),
    )
    const operation = await startVideo(gateway)
    for (state of [
      {},
      { done: true, error: { code: 3, message: 'Refused.' } },
      { done: true, response: { generateVideoResponse: filtered } },
    ])
      expect((await gateway.send(`/v1beta/${operation}`)).json).toEqual({ name: operation, ...state })
  })

  test('can be polled by another gateway with the same key, but not with another key', async () => {
    const { gateway, upstream } = await openSetup(service)
    const operation = await startVideo(gateway)
    const otherGateway = await openGateway(upstream.url)
    const uri = new URL(await getVideoUri(otherGateway, operation))
    expect(uri.host).toBe(new URL(otherGateway.url).host)
    expect((await gateway.send(uri.pathname + uri.search)).text).toBe(videoBytes.toString())
    const before = upstream.requests.length
    const stranger = await openGateway(upstream.url, 'another-key')
    const headers = { 'x-goog-api-key': 'another-key' }
    const result = await stranger.send(`/v1beta/${operation}`, { key: null, headers })
    expect(result).toMatchObject({ status: 404, text: expect.stringContaining('a different local key') })
    for (const id of ['abc', 'a'.repeat(60), '..%2F..%2Fx'])
      expect((await gateway.send(`/v1beta/operations/${id}`)).status).toBe(404)
    expect(upstream.requests).toHaveLength(before)
  })

  test('retry a poll a few times after an upstream error, but never a start', async () => {
    let failures = 2
    const { gateway, upstream } = await openSetup((request, outgoing) => {
      if (request.method === 'POST') return sendJson(outgoing, { name })
      failures -= 1
      return failures >= 0 ? sendJson(outgoing, {}, 503) : sendJson(outgoing, { name })
    })
    const operation = await startVideo(gateway)
    expect((await gateway.send(`/v1beta/${operation}`)).json).toEqual({ name: operation })
    expect(upstream.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET'])
    failures = 100
    expect((await gateway.send(`/v1beta/${operation}`)).status).toBe(503)
    expect(upstream.requests).toHaveLength(7)
    expect((await gateway.send(start, { body })).status).toBe(200)
  })

  test('a response that is not an operation is a 502', async () => {
    const { gateway } = await openSetup((_, outgoing) => sendJson(outgoing, { hello: 1 }))
    expect((await gateway.send(start, { body })).status).toBe(502)
  })
})

describe('downloads', () => {
  test('are whole or by range, with the upstream’s key and without its headers', async () => {
    const { gateway, upstream } = await openSetup(service)
    const path = await makeVideo(gateway)
    const whole = await gateway.send(path)
    expect(whole).toMatchObject({ status: 200, text: '0123456789', headers: { 'content-type': 'video/mp4' } })
    const part = await gateway.send(path, { headers: { range: 'bytes=2-4' } })
    expect(part).toMatchObject({ status: 206, text: '234', headers: { 'content-range': 'bytes 2-4/10' } })
    const head = await gateway.send(path, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': '10' } })
    expect(JSON.stringify([whole.headers, part.headers])).not.toContain(upstreamKey)
    const log = gateway.exchanges.find(({ id }) => id === whole.headers['x-exchange-id'])
    expect(log).toMatchObject({ responseBytes: 10, responseBody: '<10 bytes of video/mp4>' })
    expect(upstream.requests.at(-1)).toMatchObject({
      url: '/v1beta/files/f1:download?alt=media',
      headers: { authorization: `Bearer ${upstreamKey}` },
    })
  })

  test('an external link is requested without the key if its host is allowed', async () => {
    const storage = await openUpstream((_, outgoing) => outgoing.end('elsewhere'))
    onTestFinished(storage.close)
    const { gateway } = await openSetup(({ method }, outgoing) =>
      sendJson(outgoing, method === 'POST' ? { name } : doneWith(`${storage.url}/bucket/a?sig=1`)),
    )
    expect((await gateway.send(await makeVideo(gateway))).text).toBe('elsewhere')
    expect(storage.requests[0]).toMatchObject({ url: '/bucket/a?sig=1' })
    expect(storage.requests[0]?.headers.authorization).toBeUndefined()
  })
})
