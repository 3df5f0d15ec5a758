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
async function openSetup(
  script: UpstreamScript,
  key = localKey,
): Promise<{ gateway: TestGateway; upstream: ScriptedUpstream }> {
  const upstream = await openUpstream(script)
  const gateway = await openTestGateway({ baseUrl: upstream.url, key })
  for (const { close } of [upstream, gateway]) onTestFinished(close)
  return { gateway, upstream }
}

const name = `models/${model}/operations/abc123`

/** A service with one operation and one file, which are done immediately. */
const service: UpstreamScript = ({ method, url, headers }, outgoing) => {
  if (method === 'POST') return sendJson(outgoing, { name })
  if (url.includes('/operations/')) {
    const video = {
      uri: `http://${headers.host}/v1beta/files/f1:download?alt=media&key=leak`,
      encoding: 'mp4',
    }
    return sendJson(outgoing, {
      name,
      done: true,
      metadata: { '@type': 'x' },
      response: { generateVideoResponse: { generatedSamples: [{ video }] } },
    })
  }
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
  const { json } = await gateway.send(start, { body })
  return (json as { name: string }).name
}

async function getVideoUri(gateway: TestGateway, operation: string): Promise<string> {
  const { json } = await gateway.send(`/v1beta/${operation}`)
  const done = json as {
    response: { generateVideoResponse: { generatedSamples: [{ video: { uri: string } }] } }
  }
  return done.response.generateVideoResponse.generatedSamples[0].video.uri
}

describe('operations', () => {
  test('have the gateway’s own names, and can be polled with both URLs and prefixes', async () => {
    const { gateway, upstream } = await openSetup(service)
    const operation = await startVideo(gateway)
    expect(operation).toMatch(/^operations\/[a-z0-9]+$/)
    const answers = await Promise.all(
      [`/v1beta/${operation}`, `/v1/v1beta/${operation}`, `/v1beta/models/${model}/${operation}`].map(
        (path) => gateway.send(path),
      ),
    )
    const prefixes = ['/v1beta', '/v1/v1beta', '/v1beta']
    expect(upstream.requests.slice(1).map(({ url }) => url)).toEqual(
      prefixes.map((prefix) => `${prefix}/${name}`),
    )
    for (const [index, { json }] of answers.entries()) {
      expect(json).toEqual({
        name: operation,
        done: true,
        metadata: { '@type': 'x' },
        response: {
          generateVideoResponse: {
            generatedSamples: [
              {
                video: {
                  uri: expect.stringMatching(
                    `^${gateway.url}${prefixes[index]}/files/[a-z0-9]+:download\\?alt=media$`,
                  ),
                  encoding: 'mp4',
                },
              },
            ],
          },
        },
      })
    }
  })

  test('are forwarded unchanged if running, failed or filtered', async () => {
    const states = [
      {},
      { done: true, error: { code: 3, message: 'Refused.' } },
      {
        done: true,
        response: { generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['x'] } },
      },
    ]
    let state: object = {}
    const { gateway } = await openSetup(({ method }, outgoing) =>
      sendJson(outgoing, method === 'POST' ? { name } : { name, ...state }),
    )
    const operation = await startVideo(gateway)
    for (state of states) {
      expect((await gateway.send(`/v1beta/${operation}`)).json).toEqual({ name: operation, ...state })
    }
  })

  test('can be polled by another gateway with the same key, but not with another key', async () => {
    const { gateway, upstream } = await openSetup(service)
    const operation = await startVideo(gateway)
    const otherGateway = await openTestGateway({ baseUrl: upstream.url })
    const stranger = await openTestGateway({ baseUrl: upstream.url, key: 'another-key' })
    for (const { close } of [otherGateway, stranger]) onTestFinished(close)
    const uri = new URL(await getVideoUri(otherGateway, operation))
    expect(uri.host).toBe(new URL(otherGateway.url).host)
    expect((await gateway.send(uri.pathname + uri.search)).text).toBe(videoBytes.toString())
    const before = upstream.requests.length
    const result = await stranger.send(`/v1beta/${operation}`, {
      key: null,
      headers: { 'x-goog-api-key': 'another-key' },
    })
    expect([result.status, upstream.requests.length]).toEqual([404, before])
    expect(result.text).toContain('a different local key')
  })

  test('HEAD has the headers of GET', async () => {
    const { gateway } = await openSetup(service)
    const operation = await startVideo(gateway)
    const [whole, head] = [
      await gateway.send(`/v1beta/${operation}`),
      await gateway.send(`/v1beta/${operation}`, { method: 'HEAD' }),
    ]
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      whole.headers['content-length'],
    ])
  })

  test('a made-up name causes no upstream request', async () => {
    const { gateway, upstream } = await openSetup(service)
    for (const id of ['abc', 'a'.repeat(60), '..%2F..%2Fx']) {
      expect((await gateway.send(`/v1beta/operations/${id}`)).status).toBe(404)
    }
    expect(upstream.requests).toEqual([])
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
    expect(upstream.requests.filter(({ method }) => method === 'GET')).toHaveLength(3)
    failures = 100
    expect((await gateway.send(`/v1beta/${operation}`)).status).toBe(503)
    expect(upstream.requests.filter(({ method }) => method === 'GET')).toHaveLength(6)
  })

  test('a response that is not an operation is a 502', async () => {
    const { gateway } = await openSetup((_, outgoing) => sendJson(outgoing, { hello: 1 }))
    expect((await gateway.send(start, { body })).status).toBe(502)
  })
})

describe('downloads', () => {
  test('are whole or by range, with the upstream’s key and without its headers', async () => {
    const { gateway, upstream } = await openSetup(service)
    const uri = new URL(await getVideoUri(gateway, await startVideo(gateway)))
    const whole = await gateway.send(uri.pathname + uri.search)
    expect([whole.status, whole.text, whole.headers['content-type']]).toEqual([
      200,
      '0123456789',
      'video/mp4',
    ])
    const part = await gateway.send(uri.pathname + uri.search, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
    const head = await gateway.send(uri.pathname + uri.search, { method: 'HEAD' })
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '10'])
    expect(JSON.stringify([whole.headers, part.headers])).not.toContain(upstreamKey)
    const log = gateway.exchanges.find(({ id }) => id === whole.headers['x-exchange-id'])
    expect([log?.responseBytes, log?.responseBody]).toEqual([10, '<10 bytes of video/mp4>'])
    const last = upstream.requests.at(-1)
    expect([last?.url, last?.headers.authorization]).toEqual([
      '/v1beta/files/f1:download?alt=media',
      `Bearer ${upstreamKey}`,
    ])
  })

  test('are found in URLs that SDKs derive from an http URL', async () => {
    const { gateway } = await openSetup(service)
    const uri = await getVideoUri(gateway, await startVideo(gateway))
    for (const path of [
      `/v1beta/files/${uri}%3Adownload&alt=media`,
      `/v1beta/files/${uri}:download?alt=media`,
      `/v1/v1beta/files/${encodeURIComponent(uri)}:download?alt=media`,
    ]) {
      const result = await gateway.send(path)
      expect([path, result.status, result.text]).toEqual([path, 200, '0123456789'])
    }
    expect((await gateway.send('/v1beta/files/unknown:download?alt=media')).status).toBe(404)
  })

  test('follow redirects without the key, and only to allowed hosts', async () => {
    const storage = await openUpstream((_, outgoing) => outgoing.end('from storage'))
    onTestFinished(storage.close)
    let target = `${storage.url}/signed?x=1`
    const { gateway, upstream } = await openSetup((request, outgoing, incoming) => {
      if (!request.url.includes('/files/')) return service(request, outgoing, incoming)
      outgoing.writeHead(302, { location: target })
      outgoing.end()
    })
    const uri = new URL(await getVideoUri(gateway, await startVideo(gateway)))
    const result = await gateway.send(uri.pathname + uri.search, { headers: { range: 'bytes=0-3' } })
    expect([result.status, result.text]).toEqual([200, 'from storage'])
    expect(storage.requests[0]).toMatchObject({ url: '/signed?x=1', headers: { range: 'bytes=0-3' } })
    expect(JSON.stringify(storage.requests[0])).not.toContain(upstreamKey)
    for (target of [
      'http://localhost:1/x',
      'http://169.254.169.254/x',
      'ftp://127.0.0.1/x',
      'http://evil.example/',
    ]) {
      const rejected = await gateway.send(uri.pathname + uri.search)
      expect([target, rejected.status]).toEqual([target, 502])
    }
    target = `${upstream.url}/v1beta/files/f1:download?alt=media`
    expect((await gateway.send(uri.pathname + uri.search)).text).toContain('in a loop')
  })

  test('an external link is requested without the key if its host is allowed', async () => {
    const storage = await openUpstream((_, outgoing) => outgoing.end('elsewhere'))
    onTestFinished(storage.close)
    const { gateway } = await openSetup(({ method }, outgoing) =>
      sendJson(
        outgoing,
        method === 'POST'
          ? { name }
          : {
              name,
              done: true,
              response: {
                generateVideoResponse: {
                  generatedSamples: [{ video: { uri: `${storage.url}/bucket/a?sig=1` } }],
                },
              },
            },
      ),
    )
    const uri = new URL(await getVideoUri(gateway, await startVideo(gateway)))
    expect((await gateway.send(uri.pathname + uri.search)).text).toBe('elsewhere')
    expect(storage.requests[0]).toMatchObject({ url: '/bucket/a?sig=1' })
    expect(storage.requests[0]?.headers.authorization).toBeUndefined()
  })
})
