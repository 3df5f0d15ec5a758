// Tests uploaded files under the gateway's names: list, metadata, deletion, use in prompts.
import { describe, expect, onTestFinished, test } from 'vitest'
import { type FilesService, openFilesService } from '../testing/files-service.fixture'
import {
  localKey,
  openTestGateway,
  type TestGateway,
  type TestGatewayOptions,
  upstreamKey,
} from '../testing/test-gateway.fixture'
import { sealName } from './sealed-name'

async function openGateway(settings: TestGatewayOptions): Promise<TestGateway> {
  const gateway = await openTestGateway(settings)
  onTestFinished(gateway.close)
  return gateway
}

async function openSetup(): Promise<{ gateway: TestGateway; service: FilesService }> {
  const service = await openFilesService()
  onTestFinished(service.close)
  return { gateway: await openGateway({ baseUrl: service.url }), service }
}

interface UploadedFile {
  readonly name: string
  readonly uri: string
}

async function upload(gateway: TestGateway, text = '0123456789'): Promise<UploadedFile> {
  const headers = { 'content-type': 'text/plain', 'x-goog-upload-protocol': 'raw' }
  const response = await gateway.send('/upload/v1beta/files', { headers, body: Buffer.from(text) })
  return (response.json as { file: UploadedFile }).file
}

const file = (gateway: TestGateway, { name }: UploadedFile, prefix = '/v1beta') => ({
  name,
  mimeType: 'text/plain',
  sizeBytes: '10',
  uri: `${gateway.url}${prefix}/${name}`,
  state: 'ACTIVE',
  x: [1.5],
})

describe('an uploaded file', () => {
  test('is described under both prefixes, with the upstream’s key', async () => {
    const { gateway, service } = await openSetup()
    const uploaded = await upload(gateway)
    for (const prefix of ['/v1beta', '/v1/v1beta']) {
      const response = await gateway.send(`${prefix}/${uploaded.name}`)
      expect([response.status, response.json]).toEqual([200, file(gateway, uploaded, prefix)])
      expect(service.requests.at(-1)).toMatchObject({
        method: 'GET',
        url: `${prefix}/files/f1`,
        headers: { authorization: `Bearer ${upstreamKey}` },
      })
      const head = await gateway.send(`${prefix}/${uploaded.name}`, { method: 'HEAD' })
      expect([head.status, head.headers['content-length']]).toEqual([200, response.headers['content-length']])
    }
  })

  test('is listed page by page, and deleted', async () => {
    const { gateway, service } = await openSetup()
    const uploaded = await upload(gateway)
    const listed = await gateway.send('/v1beta/files?pageSize=1&pageToken=t%2F1')
    expect(listed.json).toEqual({ files: [file(gateway, uploaded)], nextPageToken: 'next' })
    expect(service.requests.at(-1)?.url).toBe('/v1beta/files?pageSize=1&pageToken=t%2F1')
    const deleted = await gateway.send(`/v1beta/${uploaded.name}`, { method: 'DELETE' })
    expect([deleted.status, deleted.json, service.files.size]).toEqual([200, {}, 0])
    const missing = await gateway.send(`/v1beta/${uploaded.name}`)
    expect([missing.status, missing.text]).toEqual([
      403,
      expect.not.stringContaining(new URL(service.url).host),
    ])
  })

  test('is downloaded; a range outside of it is a 416 with its size', async () => {
    const { gateway } = await openSetup()
    const { name } = await upload(gateway)
    expect((await gateway.send(`/v1beta/${name}:download?alt=media`)).text).toBe('0123456789')
    const outside = await gateway.send(`/v1beta/${name}:download?alt=media`, {
      headers: { range: 'bytes=99-' },
    })
    expect([outside.status, outside.headers['content-range']]).toEqual([416, 'bytes */10'])
    expect(gateway.exchanges[1]).toMatchObject({ responseBytes: 10, responseBody: '0123456789' })
  })

  test('is found in URLs that SDKs derive from its URI', async () => {
    const { gateway, service } = await openSetup()
    const uploaded = await upload(gateway)
    const inside = `/v1beta/files/${uploaded.uri}`
    expect((await gateway.send(inside)).json).toEqual(file(gateway, uploaded))
    for (const download of [':download?alt=media', '%3Adownload&alt=media'])
      expect((await gateway.send(inside + download)).text).toBe('0123456789')
    expect((await gateway.send(`/v1beta/files/${encodeURIComponent(uploaded.uri)}`)).json).toEqual(
      file(gateway, uploaded),
    )
    expect((await gateway.send(inside, { method: 'DELETE' })).status).toBe(200)
    expect(service.files.size).toBe(0)
  })

  test('can be requested by a name that the client chose', async () => {
    const { gateway, service } = await openSetup()
    await gateway.send('/v1beta/files/my-own-name')
    await gateway.send('/v1/v1beta/files/my-own-name', { method: 'DELETE' })
    expect(service.requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', '/v1beta/files/my-own-name'],
      ['DELETE', '/v1/v1beta/files/my-own-name'],
    ])
  })

  test('is a 404 for a changed id or another key', async () => {
    const { gateway, service } = await openSetup()
    const { name } = await upload(gateway)
    const stranger = await openGateway({ baseUrl: service.url, key: 'another-key' })
    const before = service.requests.length
    const changed = name.replace(/(.)(.{5})$/, (_, a: string, rest: string) => (a === 'a' ? 'b' : 'a') + rest)
    const key = { key: null, headers: { 'x-goog-api-key': 'another-key' } }
    for (const response of [
      await gateway.send(`/v1beta/${changed}`),
      await gateway.send(`/v1beta/${changed}`, { method: 'DELETE' }),
      await gateway.send(`/v1beta/${changed}:download?alt=media`),
      await stranger.send(`/v1beta/${name}`, key),
    ]) {
      expect([response.status, response.text]).toEqual([
        404,
        expect.stringContaining('a different local key'),
      ])
    }
    expect((await gateway.send(`/v1beta/${name}`, { key: null })).status).toBe(401)
    expect(service.requests).toHaveLength(before)
  })
})

test.each(['no JSON', '[]', '"text"'])('an upstream that returns %s for a file is a 502', async (text) => {
  const gateway = await openGateway({
    upstream: {
      id: 'demo',
      kind: 'demo',
      send: async () => ({ status: 200, headers: {}, body: Buffer.from(text) }),
    },
  })
  expect((await gateway.send('/v1beta/files/abc')).status).toBe(502)
  expect((await gateway.send('/v1beta/files')).status).toBe(502)
})

describe('a prompt with a file', () => {
  const model = '/v1beta/models/gen-2.5-flash'
  const prompt = (fileUri: string) =>
    JSON.stringify({ contents: [{ parts: [{ text: 'What is it?' }, { fileData: { fileUri } }] }] })

  test('is sent with the upstream’s name of the file, on every route with parts', async () => {
    const { gateway, service } = await openSetup()
    const { uri } = await upload(gateway)
    for (const verb of ['generateContent', 'countTokens', 'streamGenerateContent?alt=sse']) {
      await gateway.send(`${model}:${verb}`, { body: prompt(uri) })
      const request = service.requests.at(-1)
      const expected = prompt(`${service.url}/v1beta/files/f1`)
      expect([request?.url.split('?')[0], request?.body.toString()]).toEqual([
        `${model}:${verb.split('?')[0]}`,
        expected,
      ])
      expect(request?.headers['content-length']).toBe(String(expected.length))
    }
    const video = JSON.stringify({ instances: [{ prompt: 'more', video: { uri } }] })
    await gateway.send('/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning', {
      body: video,
    })
    expect(service.requests.at(-1)?.body.toString()).toBe(
      video.replace(uri, `${service.url}/v1beta/files/f1`),
    )
    expect(gateway.exchanges.at(-1)?.requestBody).toBe(video)
  })

  test('is forwarded unchanged if it names another file', async () => {
    const { gateway, service } = await openSetup()
    const body = prompt('https://elsewhere.example/files/x')
    await gateway.send(`${model}:generateContent`, { body })
    expect(service.requests.at(-1)?.body.toString()).toBe(body)
  })
})

test.each([
  ['image/svg+xml', undefined, 'attachment'],
  ['application/xhtml+xml; charset=utf-8', undefined, 'attachment'],
  ['text/xml', 'inline; filename="a.xml"', 'attachment; filename="a.xml"'],
  ['text/javascript', 'inline', 'attachment'],
  ['application/pdf', undefined, 'attachment'],
  [undefined, undefined, 'attachment'],
  ['video/mp4', undefined, undefined],
  ['image/png', 'inline; filename="a.png"', 'inline; filename="a.png"'],
  ['text/plain; charset=utf-8', undefined, undefined],
])('a downloaded file of the type %s is inert in a browser', async (type, disposition, expected) => {
  const id = sealName('file', { upstream: 'demo', name: 'files/f1' }, { localKey })
  const headers = {
    ...(type && { 'content-type': type }),
    ...(disposition && { 'content-disposition': disposition }),
  }
  const gateway = await openGateway({
    upstream: {
      id: 'demo',
      kind: 'demo',
      send: async () => ({ status: 200, headers, body: Buffer.from('<script>') }),
    },
  })
  const response = await gateway.send(`/v1beta/files/${id}:download?alt=media`)
  expect([response.status, response.headers['content-disposition']]).toEqual([200, expected])
  expect(response.headers).toMatchObject({
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  })
})

test('every response disables content sniffing', async () => {
  const { gateway } = await openSetup()
  const file = await upload(gateway)
  for (const path of ['/healthz', '/v1beta/models', `/v1beta/${file.name}`, '/nowhere'])
    expect((await gateway.send(path)).headers['x-content-type-options'], path).toBe('nosniff')
})
