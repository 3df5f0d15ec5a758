// Tests malicious and broken clients with the demo service: keys, hosts, deep or incomplete bodies, invalid forms.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDemoService } from '#demo/demo'
import {
  boundary,
  chunkOf,
  formType,
  localKey,
  open,
  openTestGateway,
  openUpstream,
  sendEvents,
  type TestGateway,
  toForm,
} from './testing/test-gateway.fixture'
import { toneWav } from './testing/tone.fixture'

const generate = '/v1beta/models/gen-2.5-flash:generateContent'
const hello = JSON.stringify({ contents: [{ parts: [{ text: 'Hello' }] }] })
let gateway: TestGateway

beforeAll(async () => {
  const upstream = { id: 'demo', kind: 'demo', send: createDemoService({ pace: 'instant' }) } as const
  gateway = await openTestGateway({ upstream, limits: { requestBodyTimeout: 200 } })
})

afterAll(() => gateway.close())

/** Sends raw bytes. Returns the status line and body of the response. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text))
    let result = ''
    socket.setEncoding('utf8').on('data', (piece) => {
      result += piece
    })
    socket.on('close', () => resolve(result))
    socket.on('error', reject)
  })
}

const rawHead = (...lines: string[]) =>
  [
    `GET /v1beta/models HTTP/1.1`,
    `Host: 127.0.0.1:${gateway.port}`,
    'Connection: close',
    ...lines,
    '',
    '',
  ].join('\r\n')

describe('keys', () => {
  test('rejects any change of the right key', async () => {
    for (const key of [`${localKey}x`, localKey.slice(0, -1), localKey.toUpperCase(), '']) {
      const response = await gateway.send(generate, {
        key: null,
        headers: { 'x-goog-api-key': key },
        body: hello,
      })
      expect([key, response.status]).toEqual([key, 401])
    }
  })

  test('rejects Authorization without Bearer', async () => {
    for (const authorization of [localKey, `Basic ${localKey}`, 'Bearer', 'Bearer ']) {
      expect((await gateway.send('/v1beta/models', { key: null, headers: { authorization } })).status).toBe(
        401,
      )
    }
    const headers = { authorization: `bearer ${localKey}` }
    expect((await gateway.send('/v1beta/models', { key: null, headers })).status).toBe(200)
  })

  test.each(['Authorization: Bearer ', 'x-goog-api-key: '])(
    'rejects two headers %s with different keys',
    async (name) => {
      expect(await sendRaw(rawHead(`${name}${localKey}`, `${name}zzz`))).toMatch(/^HTTP\/1\.1 400 /)
      expect(await sendRaw(rawHead(`${name}${localKey}`))).toMatch(/^HTTP\/1\.1 200 /)
    },
  )
})

test('rejects a host name rebound to this address, even with the right port', async () => {
  for (const host of [`evil.example:${gateway.port}`, `127.0.0.1.evil.example:${gateway.port}`, '127.0.0.1'])
    expect((await gateway.send('/healthz', { headers: { host } })).status).toBe(403)
})

test('ignores headers, parameters and fields with names of Object.prototype', async () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    const found = await sendRaw(rawHead(`${name}: x`, `x-goog-api-key: ${localKey}`))
    expect(found, name).toMatch(/^HTTP\/1\.1 200 /)
    const queried = await gateway.send(`/v1beta/models?${name}=x&pageSize=1`)
    expect([queried.status, (queried.json as { models: object[] }).models.length]).toEqual([200, 1])
    const ordering = { type: 'OBJECT', properties: { a: { type: 'STRING' } }, propertyOrdering: [name, 'a'] }
    const generationConfig = { responseMimeType: 'application/json', responseSchema: ordering }
    const body = JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }], generationConfig })
    const answer = await gateway.send(generate, { body })
    const { candidates } = answer.json as { candidates: { content: { parts: { text: string }[] } }[] }
    expect(Object.keys(JSON.parse(candidates[0]?.content.parts[0]?.text ?? ''))).toEqual(['a'])
  }
})

describe('a client', () => {
  const stream = '/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse'
  const event = chunkOf('x'.repeat(65_536))

  /** Streams `count` events of 64 KB as fast as they are read. */
  async function openStream(count: number) {
    const upstream = await openUpstream((_, outgoing) => {
      sendEvents(outgoing)
      let sent = 0
      const writeSlowly = (): void => {
        while (sent < count && !outgoing.destroyed) {
          sent += 1
          if (!outgoing.write(`data: ${JSON.stringify(event)}\n\n`)) return
        }
        outgoing.end()
      }
      outgoing.on('drain', writeSlowly)
      writeSlowly()
    })
    const before = await openTestGateway({ baseUrl: upstream.url, limits: { bodyTimeout: 500 } })
    onTestFinished(async () => {
      await before.close()
      await upstream.close()
    })
    return { upstream, before }
  }

  test('that stops reading is disconnected, and its upstream request aborted', async () => {
    const { upstream, before } = await openStream(10_000)
    const incoming = await open(before.port, stream, { body: hello })
    incoming.on('error', () => {})
    // It is paused from the start and never read.
    const [request] = upstream.requests
    await request?.aborted
    expect((await before.nextExchange()).outcome).toBe('cancelled')
    incoming.destroy()
  })

  test('that reads slowly gets the whole response', async () => {
    const count = 300
    const { before } = await openStream(count)
    const incoming = await open(before.port, stream, { body: hello })
    let length = 0
    const startedAt = performance.now()
    for await (const chunk of incoming) {
      length += (chunk as Buffer).length
      // Three times the limit in total, but each pause is shorter.
      if (length < (count * 65_536) / 2) await new Promise((resolve) => setTimeout(resolve, 15))
    }
    expect(length).toBeGreaterThan(count * 65_536)
    expect(performance.now() - startedAt).toBeGreaterThan(500)
  })
})

test('gets the response even if the upstream sends an invalid header', async () => {
  const body = Buffer.from('{"candidates":[]}')
  const headers = { 'content-type': 'application/json', 'x-request-id': 'r-世界-\u0007' }
  const gatewayWithInvalidHeader = await openTestGateway({
    upstream: { id: 'demo', kind: 'demo', send: async () => ({ status: 200, headers, body }) },
  })
  const response = await gatewayWithInvalidHeader.send(generate, { body: hello })
  expect([response.status, response.text, response.headers['x-request-id']]).toEqual([
    200,
    body.toString(),
    'r-??-?',
  ])
  await gatewayWithInvalidHeader.close()
})

describe('invalid HTTP', () => {
  test('after a request whose response has started closes the connection without a second response', async () => {
    const upstream = await openUpstream((_seen, outgoing) => sendEvents(outgoing, chunkOf('one')))
    const before = await openTestGateway({ baseUrl: upstream.url })
    const path = '/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse'
    const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${before.port}\r\nContent-Type: application/json\r\nx-goog-api-key: ${localKey}\r\nContent-Length: ${hello.length}\r\n\r\n`
    const socket = connect(before.port, '127.0.0.1', () => socket.write(head + hello))
    let received = ''
    socket.setEncoding('utf8').on('data', (piece: string) => {
      if (!received.includes('one') && (received + piece).includes('one'))
        socket.write('\0 no request\r\n\r\n')
      received += piece
    })
    await new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
    expect([received.match(/HTTP\/1\.1 \d+/g), received.includes('"one"')]).toEqual([['HTTP/1.1 200'], true])
    await upstream.requests[0]?.aborted
    await before.close()
    await upstream.close()
  })

  test('in the body of a request is rejected in JSON', async () => {
    const head = `POST ${generate} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nContent-Type: application/json\r\nx-goog-api-key: ${localKey}\r\nTransfer-Encoding: chunked\r\n\r\n`
    expect(await sendRaw(`${head}zz\r\n`)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"error"/)
  })

  test('in the body of a transcription is rejected in the dialect of its route', async () => {
    const head = `POST /v1/audio/transcriptions HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nContent-Type: ${formType['content-type']}\r\nAuthorization: Bearer ${localKey}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const [, body = ''] = (await sendRaw(`${head}zz\r\n`)).split('\r\n\r\n')
    const error = { type: 'invalid_request_error', param: null, code: 'invalid_argument' }
    expect(JSON.parse(body)).toEqual({ error: expect.objectContaining(error) })
  })
})

test('an incomplete request times out with an error', async () => {
  const head = `POST ${generate}?key=${localKey} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`
  expect(await sendRaw(`${head}{"contents":`)).toMatch(/^HTTP\/1\.1 408 [\s\S]*didn't arrive within/)
})

describe('forms', () => {
  const path = '/v1/audio/transcriptions'
  const headers = { ...formType, authorization: `Bearer ${localKey}` }
  const file = { name: 'file', value: toneWav(1), filename: 'a.wav' }
  const model = { name: 'model', value: 'gen-4o-transcribe' }

  // The parser reports such a field without a name; reading it ended the whole gateway.
  test.each(['form-data', 'form-data; filename*=', 'form-data; nam="model"'])(
    'ignores a part without a name (Content-Disposition: %s)',
    async (disposition) => {
      const nameless = `--${boundary}\r\nContent-Disposition: ${disposition}\r\n\r\nvalue\r\n`
      const body = Buffer.concat([Buffer.from(nameless), toForm([model, file])])
      expect((await gateway.send(path, { key: null, headers, body })).status).toBe(200)
    },
  )
})
