// Streams through a real upstream: both framings, every byte split, every way to break, callers that leave or do not read.
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

interface Stage {
  readonly scene: TestGateway
  readonly upstream: ScriptedUpstream
}

async function stage(script: UpstreamScript, limits: Partial<Limits> = {}, eager = false): Promise<Stage> {
  const upstream = await openUpstream(script, eager)
  const scene = await openTestGateway({ baseUrl: upstream.url, limits })
  closers.push(upstream.close, scene.close)
  return { scene, upstream }
}

/** A scene whose upstream is in process, and sends exactly these pieces. */
async function stageBytes(pieces: readonly Uint8Array[], fail?: Error): Promise<TestGateway> {
  async function* flow() {
    yield* pieces
    if (fail) throw fail
  }
  const send = async (): Promise<HttpResponse> => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: flow(),
  })
  const scene = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send } })
  closers.push(scene.close)
  return scene
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
  test('alt=sse gives events, and the upstream is asked for events', async () => {
    const { scene, upstream } = await stage((_, outgoing) => {
      sendEvents(outgoing, ...documents)
      outgoing.end()
    })
    const told = await scene.send(sse, { body })
    expect(told).toMatchObject({
      status: 200,
      cut: false,
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
  ])(
    '%j gives one array, whatever Accept says, and the upstream is asked for events all the same',
    async (query) => {
      const { scene, upstream } = await stage((_, outgoing) => {
        sendEvents(outgoing, ...documents)
        outgoing.end()
      })
      const told = await scene.send(path + query, { body, headers: { accept: 'text/event-stream' } })
      expect(told.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(told.json).toEqual(documents)
      expect(upstream.requests[0]?.url).toMatch(/[?&]alt=sse&key=[\w-]+$/)
      expect(upstream.requests[0]?.url).not.toContain('enum')
    },
  )

  test('an element of the array arrives before the next one exists', async () => {
    let release = (): void => {}
    const { scene } = await stage((_, outgoing) => {
      sendEvents(outgoing, chunkOf('first'))
      release = () => {
        outgoing.end(`data: ${JSON.stringify(chunkOf('second'))}\n\n`)
      }
    })
    const incoming = await open(scene.port, path, { body })
    let text = ''
    for await (const piece of incoming) {
      text += String(piece)
      if (text === `[${JSON.stringify(chunkOf('first'))}`) release()
    }
    expect(JSON.parse(text)).toEqual([chunkOf('first'), chunkOf('second')])
  })

  test('no event at all is an empty stream, or an empty array', async () => {
    const { scene } = await stage(raw(''))
    expect(await scene.send(sse, { body })).toMatchObject({ status: 200, text: '', cut: false })
    expect(await scene.send(path, { body })).toMatchObject({ status: 200, text: '[]', cut: false })
  })

  test('names, comments, ids and [DONE] of the upstream are dropped; a document over several lines becomes one', async () => {
    const text = `: ping\n\nevent: x\nid: 3\nretry: 10\ndata: {"a":1}\n\n: c\ndata: {"b":\ndata: 2}\n\ndata:{"c":3}\n\ndata: [DONE]\n\n`
    const { scene } = await stage(raw(text))
    const told = await scene.send(sse, { body })
    expect(told.text).toBe('data: {"a":1}\n\ndata: {"b": 2}\n\ndata: {"c":3}\n\n')
    expect(told.truncated).toBe(false)
  })

  test.each(['\n', '\r\n', '\r'])('lines may end with %j, and bytes may split anywhere', async (end) => {
    const bytes = Buffer.from(asEvents.replaceAll('\n', end))
    for (let at = 1; at < bytes.length; at += 1) {
      const scene = await stageBytes([bytes.subarray(0, at), bytes.subarray(at)])
      const told = await scene.send(sse, { body })
      expect([at, told.text, told.truncated]).toEqual([at, asEvents, false])
      await closers.pop()?.()
    }
    const scene = await stageBytes([...bytes].map((byte) => Uint8Array.of(byte)))
    expect((await scene.send(path, { body })).json).toEqual(documents)
  })

  test('an event of 10 MB passes unchanged, and the log keeps its length instead', async () => {
    const media = { inlineData: { mimeType: 'image/png', data: 'A'.repeat(10_000_000) } }
    const document = { candidates: [{ content: { parts: [media] } }], usageMetadata: { totalTokenCount: 9 } }
    const { scene } = await stage((_, outgoing) => {
      sendEvents(outgoing, document)
      outgoing.end()
    })
    const told = await scene.send(sse, { body })
    expect(told.text).toBe(`data: ${JSON.stringify(document)}\n\n`)
    const exchange = await scene.nextExchange()
    expect(exchange.responseBody).toContain('"data":"<10000000 characters of Base64>"')
    expect(exchange).toMatchObject({
      usage: { totalTokenCount: 9 },
      timeline: [[expect.any(Number), expect.any(Number)]],
    })
  })

  test('the last usage counts, and a missing one is not nought', async () => {
    const { scene } = await stage((_, outgoing) => {
      sendEvents(
        outgoing,
        { usageMetadata: { totalTokenCount: 1 } },
        { usageMetadata: { totalTokenCount: 5 } },
        {},
      )
      outgoing.end()
    })
    await scene.send(sse, { body })
    const exchange = await scene.nextExchange()
    expect(exchange.usage).toEqual({ totalTokenCount: 5 })
    expect(exchange.timeline).toHaveLength(3)
    expect(exchange.times.firstByte).not.toBeNull()
  })
})

describe('failures', () => {
  test('before the stream keep their status, as a bare JSON object in either framing', async () => {
    const refusal = {
      error: {
        code: 429,
        message: 'Slow down.',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ retryDelay: '34.4s' }],
      },
    }
    const { scene } = await stage((_, outgoing) => {
      outgoing.writeHead(429, { 'content-type': 'text/event-stream' })
      outgoing.end(JSON.stringify([refusal], null, 2))
    })
    for (const one of [sse, path]) {
      const told = await scene.send(one, { body })
      expect(told).toMatchObject({
        status: 429,
        json: refusal,
        headers: { 'content-type': 'application/json; charset=utf-8', 'retry-after': '35' },
      })
    }
  })

  test('an error object under status 200 keeps its own status', async () => {
    const { scene } = await stage((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      outgoing.end('{"error":{"code":503,"message":"Overloaded.","status":"UNAVAILABLE"}}')
    })
    expect(await scene.send(sse, { body })).toMatchObject({
      status: 503,
      json: { error: { code: 503, message: 'Overloaded.', status: 'UNAVAILABLE' } },
    })
  })

  const good = `data: ${JSON.stringify(chunkOf('good'))}\n\n`
  const bare =
    '{\n  "error": {\n    "code": 503,\n    "message": "Overloaded.",\n    "status": "UNAVAILABLE"\n  }\n}\n'

  test.each<[string, UpstreamScript, number]>([
    [
      'an error event',
      raw(`${good}data: {"error":{"code":503,"message":"Overloaded.","status":"UNAVAILABLE"}}\n\n`),
      503,
    ],
    ['a bare error object', raw(good + bare), 503],
    ['garbage as an event', raw(`${good}data: {not json\n\n`), 502],
    ['garbage between events', raw(`${good}<html><body>proxy</body></html>\n`), 502],
    ['half an event and the end', raw(`${good}data: {"candi`), 502],
    ['a reset', raw(good, (outgoing) => outgoing.destroy()), 502],
  ])('%s in the middle becomes one error event and a broken connection', async (_, script, code) => {
    const { scene } = await stage(script)
    const told = await scene.send(sse, { body })
    const [first, last, none] = told.text.split('\n\n').filter((text) => text !== '')
    expect([`${first}\n\n`, none, told.truncated]).toEqual([good, undefined, true])
    const error = { code, message: expect.any(String), status: 'UNAVAILABLE' }
    // The provider's own error is marked as such.
    const marked = { error: code === 503 ? { ...error, source: 'provider' } : error }
    expect(JSON.parse(last?.slice(6) ?? '')).toEqual(marked)
    expect(await scene.nextExchange()).toMatchObject({
      status: 200,
      outcome: 'failed',
      error: expect.any(String),
    })
    const array = await scene.send(path, { body })
    expect(array.truncated).toBe(false)
    expect(array.json).toEqual([chunkOf('good'), marked])
  })

  test('a silent upstream is told after the limit, in the middle and before the headers', async () => {
    const { scene } = await stage(
      raw(good, () => {}),
      { bodyTimeout: 300, headersTimeout: 300 },
    )
    const told = await scene.send(sse, { body })
    expect(told.text).toContain('"status":"DEADLINE_EXCEEDED"')
    expect(told.truncated).toBe(true)
    const mute = await stage(() => {}, { headersTimeout: 300 })
    expect(await mute.scene.send(sse, { body })).toMatchObject({
      status: 504,
      headers: { 'x-should-retry': 'false' },
      json: {
        error: { code: 504, status: 'DEADLINE_EXCEEDED', message: expect.stringContaining('base URL') },
      },
    })
  })

  test('the message of an upstream names neither its key nor its host', async () => {
    const { scene, upstream } = await stage((seen, outgoing) => {
      const message = `Key upstream-key-of-the-tests at http://${seen.headers.host}${seen.url} is bad; Bearer abcdefgh; AIzaSyA1234567890`
      sendEvents(outgoing, { error: { code: 400, message, status: 'INVALID_ARGUMENT' } })
      outgoing.end()
    })
    const { text } = await scene.send(sse, { body })
    for (const secret of ['upstream-key-of-the-tests', new URL(upstream.url).host, 'abcdefgh', 'AIzaSyA']) {
      expect(text).not.toContain(secret)
    }
    expect(text).toContain('is bad')
  })
})

describe('a caller that leaves', () => {
  test('before the first byte of a stream: the upstream is let go', async () => {
    const { scene, upstream } = await stage(() => {})
    const leaving = new AbortController()
    const asked = scene.send(sse, { body, signal: leaving.signal }).catch(() => 'left')
    const seen = await upstream.waitForRequest(0)
    leaving.abort()
    await seen.aborted
    expect(await asked).toBe('left')
    expect(await scene.nextExchange()).toMatchObject({ outcome: 'cancelled', status: 499, error: null })
  })

  test('in the middle of a stream: the upstream is let go', async () => {
    const { scene, upstream } = await stage((_, outgoing) => sendEvents(outgoing, chunkOf('one')))
    const leaving = new AbortController()
    const incoming = await open(scene.port, sse, { body, signal: leaving.signal })
    incoming.on('error', () => {})
    await new Promise((resolve) => incoming.once('data', resolve))
    leaving.abort()
    await upstream.requests[0]?.aborted
    expect(await scene.nextExchange()).toMatchObject({ outcome: 'cancelled', status: 200 })
  })

  test('in a unary call: the upstream is let go', async () => {
    const { scene, upstream } = await stage(() => {})
    const leaving = new AbortController()
    const asked = scene
      .send('/v1beta/models/gen-2.5-flash:generateContent', { body, signal: leaving.signal })
      .catch(() => 'left')
    const seen = await upstream.waitForRequest(0)
    leaving.abort()
    await seen.aborted
    expect(await asked).toBe('left')
  })

  test('while its own body is still on the way: nothing is asked of the upstream', async () => {
    const { scene, upstream } = await stage(() => {})
    const socket = connect(scene.port, '127.0.0.1')
    socket.write(
      `POST ${sse}&key=${localKey} HTTP/1.1\r\nHost: 127.0.0.1:${scene.port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"con`,
      () => socket.destroy(),
    )
    expect(await scene.nextExchange()).toMatchObject({ outcome: 'cancelled' })
    expect(upstream.requests).toEqual([])
  })

  test('an upstream in process sees its signal aborted and its iteration ended', async () => {
    let left = (): void => {}
    const wasLeft = new Promise<void>((resolve) => {
      left = resolve
    })
    const calls: HttpRequest[] = []
    async function* flow() {
      try {
        for (;;) {
          yield Buffer.from(`data: ${JSON.stringify(chunkOf('more'))}\n\n`)
          await new Promise((resolve) => setImmediate(resolve))
        }
      } finally {
        left()
      }
    }
    const send: Upstream['send'] = async (call) => {
      calls.push(call)
      return { status: 200, headers: {}, body: flow() }
    }
    const scene = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send } })
    closers.push(scene.close)
    const incoming = await open(scene.port, sse, { body })
    incoming.once('data', () => incoming.destroy())
    await wasLeft
    expect(calls[0]?.signal.aborted).toBe(true)
  })
})

test('a caller that does not read stops the upstream after a bounded number of bytes', async () => {
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
  const scene = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send } })
  closers.push(scene.close)
  const incoming = await open(scene.port, sse, { body })
  incoming.pause()
  // Stalled means: a hundred turns of the event loop in a row in which nothing more was taken.
  for (let calm = 0; calm < 100; calm += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (pulled !== settled) calm = 0
    settled = pulled
  }
  expect(pulled).toBeLessThan(20_000_000)
  incoming.destroy()
})

test('the same over a socket: the upstream cannot write on', async () => {
  const event = `data: ${JSON.stringify(chunkOf('x'.repeat(10_000)))}\n\n`
  let written = 0
  const { scene, upstream } = await stage((_, outgoing) => {
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
  const incoming = await open(scene.port, sse, { body })
  incoming.pause()
  let settled = -1
  for (let calm = 0; calm < 300; calm += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (written !== settled) calm = 0
    settled = written
  }
  expect(written).toBeLessThan(40_000_000)
  incoming.destroy()
  await upstream.requests[0]?.aborted
})
