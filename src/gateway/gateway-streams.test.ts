// Tests streams from a real upstream: framings, chunks, failures, clients that disconnect or do not read.
import type http from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import type { Limits, Upstream } from './ports'
import {
  chunkOf,
  localKey,
  open,
  openTestGateway,
  openUpstream,
  type ScriptedUpstream,
  sendEvents,
  type TestGateway,
  type UpstreamScript,
} from './testing/test-gateway.fixture'

const path = '/v1beta/models/gen-2.5-flash:streamGenerateContent'
const sse = `${path}?alt=sse`
const body = JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] })
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Setup {
  readonly gateway: TestGateway
  readonly upstream: ScriptedUpstream
}

async function openSetup(
  script: UpstreamScript,
  limits: Partial<Limits> = {},
  eager = false,
): Promise<Setup> {
  const upstream = await openUpstream(script, eager)
  const gateway = await openTestGateway({ baseUrl: upstream.url, limits })
  closers.push(upstream.close, gateway.close)
  return { gateway, upstream }
}

/** Opens a gateway whose upstream is in this process and sends exactly these chunks. */
async function openWithChunks(pieces: readonly Uint8Array[], fail?: Error): Promise<TestGateway> {
  async function* flow() {
    yield* pieces
    if (fail) throw fail
  }
  const send = async (): Promise<HttpResponse> => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: flow(),
  })
  const gateway = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send } })
  closers.push(gateway.close)
  return gateway
}

const raw =
  (
    text: string,
    end: (outgoing: http.ServerResponse) => void = (outgoing) => outgoing.end(),
  ): UpstreamScript =>
  (_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    if (text === '') end(outgoing)
    else outgoing.write(text, () => end(outgoing))
  }

const documents = [chunkOf('one'), chunkOf('zwei \u2028 drei 🙂'), chunkOf('end')]
const asEvents = documents.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')

describe('framing', () => {
  test('alt=sse returns events, and requests events from the upstream', async () => {
    const { gateway, upstream } = await openSetup((_, outgoing) => {
      sendEvents(outgoing, ...documents)
      outgoing.end()
    })
    const response = await gateway.send(sse, { body })
    expect(response).toMatchObject({
      status: 200,
      truncated: false,
      text: asEvents,
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      },
    })
    expect(upstream.requests[0]?.url).toBe(`${path}?alt=sse&key=upstream-key-of-the-tests`)
  })

  test.each([
    '',
    '?alt=json',
    '?$alt=json;enum-encoding=int',
    '?%24alt=json%3Benum-encoding%3Dint&prettyPrint=false',
  ])('%j returns one array for any Accept header, but requests events from the upstream', async (query) => {
    const { gateway, upstream } = await openSetup((_, outgoing) => {
      sendEvents(outgoing, ...documents)
      outgoing.end()
    })
    const response = await gateway.send(path + query, { body, headers: { accept: 'text/event-stream' } })
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.json).toEqual(documents)
    expect(upstream.requests[0]?.url).toMatch(/[?&]alt=sse&key=[\w-]+$/)
    expect(upstream.requests[0]?.url).not.toContain('enum')
  })

  test('sends an element of the array before the next one exists', async () => {
    let release = (): void => {}
    const { gateway } = await openSetup((_, outgoing) => {
      sendEvents(outgoing, chunkOf('first'))
      release = () => {
        outgoing.end(`data: ${JSON.stringify(chunkOf('second'))}\n\n`)
      }
    })
    const incoming = await open(gateway.port, path, { body })
    let text = ''
    for await (const piece of incoming) {
      text += String(piece)
      if (text === `[${JSON.stringify(chunkOf('first'))}`) release()
    }
    expect(JSON.parse(text)).toEqual([chunkOf('first'), chunkOf('second')])
  })

  test('returns an empty stream or an empty array if there are no events', async () => {
    const { gateway } = await openSetup(raw(''))
    expect(await gateway.send(sse, { body })).toMatchObject({ status: 200, text: '', truncated: false })
    expect(await gateway.send(path, { body })).toMatchObject({ status: 200, text: '[]', truncated: false })
  })

  test('drops names, comments, ids and [DONE] of the upstream, and joins the lines of a document', async () => {
    const text = `: ping\n\nevent: x\nid: 3\nretry: 10\ndata: {"a":1}\n\n: c\ndata: {"b":\ndata: 2}\n\ndata:{"c":3}\n\ndata: [DONE]\n\n`
    const { gateway } = await openSetup(raw(text))
    const response = await gateway.send(sse, { body })
    expect(response.text).toBe('data: {"a":1}\n\ndata: {"b": 2}\n\ndata: {"c":3}\n\n')
    expect(response.truncated).toBe(false)
  })

  test.each(['\n', '\r\n', '\r'])('accepts %j as line break, and any chunks', async (end) => {
    const bytes = Buffer.from(asEvents.replaceAll('\n', end))
    for (let at = 1; at < bytes.length; at += 1) {
      const gateway = await openWithChunks([bytes.subarray(0, at), bytes.subarray(at)])
      const response = await gateway.send(sse, { body })
      expect([at, response.text, response.truncated]).toEqual([at, asEvents, false])
      await closers.pop()?.()
    }
    const gateway = await openWithChunks([...bytes].map((byte) => Uint8Array.of(byte)))
    expect((await gateway.send(path, { body })).json).toEqual(documents)
  })

  test('passes an event of 10 MB unchanged, and logs its length', async () => {
    const media = { inlineData: { mimeType: 'image/png', data: 'A'.repeat(10_000_000) } }
    const document = { candidates: [{ content: { parts: [media] } }], usageMetadata: { totalTokenCount: 9 } }
    const { gateway } = await openSetup((_, outgoing) => {
      sendEvents(outgoing, document)
      outgoing.end()
    })
    const response = await gateway.send(sse, { body })
    expect(response.text).toBe(`data: ${JSON.stringify(document)}\n\n`)
    const exchange = await gateway.nextExchange()
    expect(exchange.responseBody).toContain('"data":"<10000000 characters of Base64>"')
    expect(exchange).toMatchObject({
      usage: { totalTokenCount: 9 },
      timeline: [[expect.any(Number), expect.any(Number)]],
    })
  })

  test('logs the last usage, or null', async () => {
    const { gateway } = await openSetup((_, outgoing) => {
      sendEvents(
        outgoing,
        { usageMetadata: { totalTokenCount: 1 } },
        { usageMetadata: { totalTokenCount: 5 } },
        {},
      )
      outgoing.end()
    })
    await gateway.send(sse, { body })
    const exchange = await gateway.nextExchange()
    expect(exchange.usage).toEqual({ totalTokenCount: 5 })
    expect(exchange.timeline).toHaveLength(3)
    expect(exchange.times.firstByte).not.toBeNull()
  })
})

describe('failures', () => {
  test('before the stream keep their status, as a JSON object in either framing', async () => {
    const refusal = {
      error: {
        code: 429,
        message: 'Slow down.',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ retryDelay: '34.4s' }],
      },
    }
    const { gateway } = await openSetup((_, outgoing) => {
      outgoing.writeHead(429, { 'content-type': 'text/event-stream' })
      outgoing.end(JSON.stringify([refusal], null, 2))
    })
    for (const one of [sse, path]) {
      const response = await gateway.send(one, { body })
      expect(response).toMatchObject({
        status: 429,
        json: refusal,
        headers: { 'content-type': 'application/json; charset=utf-8', 'retry-after': '35' },
      })
    }
  })

  test('an error object sent with status 200 keeps its own status', async () => {
    const { gateway } = await openSetup((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      outgoing.end('{"error":{"code":503,"message":"Overloaded.","status":"UNAVAILABLE"}}')
    })
    expect(await gateway.send(sse, { body })).toMatchObject({
      status: 503,
      json: { error: { code: 503, message: 'Overloaded.', status: 'UNAVAILABLE' } },
    })
  })

  const good = `data: ${JSON.stringify(chunkOf('good'))}\n\n`
  const bare =
    '{\n  "error": {\n    "code": 503,\n    "message": "Overloaded.",\n    "status": "UNAVAILABLE"\n  }\n}\n'

  test.each<[string, UpstreamScript, number, object?]>([
    [
      'an error event',
      raw(`${good}data: {"error":{"code":503,"message":"Overloaded.","status":"UNAVAILABLE"}}\n\n`),
      503,
      { source: 'provider' },
    ],
    ['an error object without an event', raw(good + bare), 503, { source: 'provider' }],
    ['invalid data in an event', raw(`${good}data: {not json\n\n`), 502],
    ['invalid data between events', raw(`${good}<html><body>proxy</body></html>\n`), 502],
    ['half an event and the end', raw(`${good}data: {"candi`), 502],
    ['a reset', raw(good, (outgoing) => outgoing.destroy()), 502, { reason: 'connection' }],
  ])(
    '%s during the stream becomes one error event and an aborted connection',
    async (_, script, ...[code, mark = {}]) => {
      const { gateway } = await openSetup(script)
      const response = await gateway.send(sse, { body })
      const [first, last, none] = response.text.split('\n\n').filter((text) => text !== '')
      expect([`${first}\n\n`, none, response.truncated]).toEqual([good, undefined, true])
      const error = { code, message: expect.any(String), status: 'UNAVAILABLE' }
      const marked = { error: { ...error, ...mark } }
      expect(JSON.parse(last?.slice(6) ?? '')).toEqual(marked)
      expect(await gateway.nextExchange()).toMatchObject({
        status: 200,
        outcome: 'failed',
        error: expect.any(String),
      })
      const array = await gateway.send(path, { body })
      expect(array.truncated).toBe(false)
      expect(array.json).toEqual([chunkOf('good'), marked])
    },
  )

  test('an upstream that times out is reported, before the headers and during the stream', async () => {
    const { gateway } = await openSetup(
      raw(good, () => {}),
      { bodyTimeout: 300, headersTimeout: 300 },
    )
    const response = await gateway.send(sse, { body })
    expect(response.text).toContain('"status":"DEADLINE_EXCEEDED"')
    expect(response.truncated).toBe(true)
    const unresponsive = await openSetup(() => {}, { headersTimeout: 300 })
    expect(await unresponsive.gateway.send(sse, { body })).toMatchObject({
      status: 504,
      headers: { 'x-should-retry': 'false' },
      json: {
        error: { code: 504, status: 'DEADLINE_EXCEEDED', message: expect.stringContaining('base URL') },
      },
    })
  })

  test('the message of an upstream contains neither its key nor its host', async () => {
    const { gateway, upstream } = await openSetup((request, outgoing) => {
      const message = `Key upstream-key-of-the-tests at http://${request.headers.host}${request.url} is bad; Bearer abcdefgh; AIzaSyA1234567890`
      sendEvents(outgoing, { error: { code: 400, message, status: 'INVALID_ARGUMENT' } })
      outgoing.end()
    })
    const { text } = await gateway.send(sse, { body })
    for (const secret of ['upstream-key-of-the-tests', new URL(upstream.url).host, 'abcdefgh', 'AIzaSyA']) {
      expect(text).not.toContain(secret)
    }
    expect(text).toContain('is bad')
  })
})

describe('a client that disconnects', () => {
  test('before the first byte of a stream aborts the upstream request', async () => {
    const { gateway, upstream } = await openSetup(() => {})
    const abortController = new AbortController()
    const received = gateway.send(sse, { body, signal: abortController.signal }).catch(() => 'left')
    const request = await upstream.waitForRequest(0)
    abortController.abort()
    await request.aborted
    expect(await received).toBe('left')
    expect(await gateway.nextExchange()).toMatchObject({ outcome: 'cancelled', status: 499, error: null })
  })

  test('during a stream aborts the upstream request', async () => {
    const { gateway, upstream } = await openSetup((_, outgoing) => sendEvents(outgoing, chunkOf('one')))
    const abortController = new AbortController()
    const incoming = await open(gateway.port, sse, { body, signal: abortController.signal })
    incoming.on('error', () => {})
    await new Promise((resolve) => incoming.once('data', resolve))
    abortController.abort()
    await upstream.requests[0]?.aborted
    expect(await gateway.nextExchange()).toMatchObject({ outcome: 'cancelled', status: 200 })
  })

  test('during a unary request aborts the upstream request', async () => {
    const { gateway, upstream } = await openSetup(() => {})
    const abortController = new AbortController()
    const received = gateway
      .send('/v1beta/models/gen-2.5-flash:generateContent', { body, signal: abortController.signal })
      .catch(() => 'left')
    const request = await upstream.waitForRequest(0)
    abortController.abort()
    await request.aborted
    expect(await received).toBe('left')
  })

  test('while sending its body causes no upstream request', async () => {
    const { gateway, upstream } = await openSetup(() => {})
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write(
      `POST ${sse}&key=${localKey} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"con`,
      () => socket.destroy(),
    )
    expect(await gateway.nextExchange()).toMatchObject({ outcome: 'cancelled' })
    expect(upstream.requests).toEqual([])
  })

  test('aborts the signal and ends the iteration of an upstream in this process', async () => {
    let markAborted = (): void => {}
    const wasAborted = new Promise<void>((resolve) => {
      markAborted = resolve
    })
    const calls: HttpRequest[] = []
    async function* flow() {
      try {
        for (;;) {
          yield Buffer.from(`data: ${JSON.stringify(chunkOf('more'))}\n\n`)
          await new Promise((resolve) => setImmediate(resolve))
        }
      } finally {
        markAborted()
      }
    }
    const send: Upstream['send'] = async (request) => {
      calls.push(request)
      return { status: 200, headers: {}, body: flow() }
    }
    const gateway = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send } })
    closers.push(gateway.close)
    const incoming = await open(gateway.port, sse, { body })
    incoming.once('data', () => incoming.destroy())
    await wasAborted
    expect(calls[0]?.signal.aborted).toBe(true)
  })
})

test('a client that does not read stops the upstream after a bounded number of bytes', async () => {
  const event = Buffer.from(`data: ${JSON.stringify(chunkOf('x'.repeat(1000)))}\n\n`)
  let pulled = 0
  let settled = 0
  async function* flow() {
    while (pulled < 200_000_000) {
      pulled += event.length
      yield event
    }
  }
  const send = async (): Promise<HttpResponse> => ({ status: 200, headers: {}, body: flow() })
  const gateway = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send } })
  closers.push(gateway.close)
  const incoming = await open(gateway.port, sse, { body })
  incoming.pause()
  // Stalled means that nothing was read for a hundred turns of the event loop.
  for (let idleTurns = 0; idleTurns < 100; idleTurns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (pulled !== settled) idleTurns = 0
    settled = pulled
  }
  expect(pulled).toBeLessThan(20_000_000)
  incoming.destroy()
})

test('a client that does not read stops the upstream over a socket, too', async () => {
  const event = `data: ${JSON.stringify(chunkOf('x'.repeat(10_000)))}\n\n`
  let written = 0
  const { gateway, upstream } = await openSetup((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    const pump = (): void => {
      while (!outgoing.destroyed && written < 300_000_000) {
        written += event.length
        if (!outgoing.write(event)) {
          outgoing.once('drain', pump)
          return
        }
      }
    }
    pump()
  })
  const incoming = await open(gateway.port, sse, { body })
  incoming.pause()
  let settled = -1
  for (let idleTurns = 0; idleTurns < 300; idleTurns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (written !== settled) idleTurns = 0
    settled = written
  }
  expect(written).toBeLessThan(40_000_000)
  incoming.destroy()
  await upstream.requests[0]?.aborted
})
