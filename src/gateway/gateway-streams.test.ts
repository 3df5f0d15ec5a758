// Tests streams from a real upstream: framings, chunks, failures, clients that disconnect or do not read.
import type http from 'node:http'
import { connect } from 'node:net'

import { afterEach, describe, expect, test } from 'vitest'

import type { Limits } from './ports'
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

  test('drops names, comments, ids and [DONE] of the upstream, and joins the lines of a document', async () => {
    const text = `: ping\n\nevent: x\nid: 3\nretry: 10\ndata: {"a":1}\n\n: c\ndata: {"b":\ndata: 2}\n\ndata:{"c":3}\n\ndata: [DONE]\n\n`
    const { gateway } = await openSetup(raw(text))
    const response = await gateway.send(sse, { body })
    expect(response.text).toBe('data: {"a":1}\n\ndata: {"b": 2}\n\ndata: {"c":3}\n\n')
    expect(response.truncated).toBe(false)
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
})

describe('failures', () => {
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

  test.each<[string, UpstreamScript]>([
    [
      'an error event',
      raw(`${good}data: {"error":{"code":502,"message":"Down.","status":"UNAVAILABLE"}}\n\n`),
    ],
    ['invalid data in an event', raw(`${good}data: {not json\n\n`)],
    ['invalid data between events', raw(`${good}<html><body>proxy</body></html>\n`)],
    ['a reset', raw(good, (outgoing) => outgoing.destroy())],
  ])('%s during the stream becomes one error event and an aborted connection', async (_, script) => {
    const { gateway } = await openSetup(script)
    const response = await gateway.send(sse, { body })
    const [first, last, none] = response.text.split('\n\n').filter((text) => text !== '')
    expect([`${first}\n\n`, none, response.truncated]).toEqual([good, undefined, true])
    const error = expect.objectContaining({ code: 502, message: expect.any(String), status: 'UNAVAILABLE' })
    expect(JSON.parse(last?.slice(6) ?? '')).toEqual({ error })
    expect(await gateway.nextExchange()).toMatchObject({
      status: 200,
      outcome: 'failed',
      error: expect.any(String),
    })
    const array = await gateway.send(path, { body })
    expect([array.truncated, array.json]).toEqual([false, [chunkOf('good'), { error }]])
  })
})

describe('a client that disconnects', () => {
  test.each([sse, '/v1beta/models/gen-2.5-flash:generateContent'])(
    'before the first byte of %s aborts the upstream request',
    async (target) => {
      const { gateway, upstream } = await openSetup(() => {})
      const abortController = new AbortController()
      const received = gateway.send(target, { body, signal: abortController.signal }).catch(() => 'left')
      const request = await upstream.waitForRequest(0)
      abortController.abort()
      await request.aborted
      expect(await received).toBe('left')
      expect(await gateway.nextExchange()).toMatchObject({ outcome: 'cancelled', status: 499, error: null })
    },
  )

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
})

describe('a client that does not read stops the upstream after a bounded number of bytes', () => {
  const event = Buffer.from(`data: ${JSON.stringify(chunkOf('x'.repeat(10_000)))}\n\n`)

  /** Nothing may have been written for hundreds of turns of the event loop. */
  async function waitUntilStalled(readWritten: () => number): Promise<number> {
    let settled = -1
    for (let idleTurns = 0; idleTurns < 300; idleTurns += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (readWritten() !== settled) idleTurns = 0
      settled = readWritten()
    }
    return settled
  }

  test('over a socket', async () => {
    let written = 0
    const { gateway, upstream } = await openSetup((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      const pump = (): void => {
        while (!outgoing.destroyed && written < 300_000_000) {
          written += event.length
          if (!outgoing.write(event)) return void outgoing.once('drain', pump)
        }
      }
      pump()
    })
    const incoming = await open(gateway.port, sse, { body })
    incoming.pause()
    expect(await waitUntilStalled(() => written)).toBeLessThan(40_000_000)
    incoming.destroy()
    await upstream.requests[0]?.aborted
  })
})
