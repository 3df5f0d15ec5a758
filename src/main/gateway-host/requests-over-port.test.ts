// Checks requests over a port: the requesting side, a MessageChannel, the sending side, and a real server.
import { MessageChannel } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDispatcher } from '#gateway/outbound/dispatch'
import { findFault } from '#gateway/outbound/transport-error'
import { openPortCalls } from '#gateway/port-calls'
import type { Outbound } from '#gateway/ports'
import { openServer } from '#gateway/testing/loopback-servers.fixture'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpRequest, HttpResponse, RequestSignal, Send } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { type RequestFunctions, requestFunctions, sendOverPort } from './requests-over-port'
import { type Timeouts, withTimeouts } from './with-timeouts'

const sendTo =
  (outbound: Pick<Outbound, 'send'>, origin: string): Send =>
  (call) =>
    outbound.send(origin, call)

/** Opens a transport over a port, with `send` on the other side. */
function relay(transport: Pick<Outbound, 'send'>) {
  const { port1, port2 } = new MessageChannel()
  openPortCalls(port1, requestFunctions(transport))
  const outbound = { send: sendOverPort(openPortCalls<RequestFunctions>(port2)) }
  onTestFinished(() => port2.close())
  return { outbound, send: sendTo(outbound, 'http://upstream.test'), port1, port2 }
}

const relaySend = (send: (call: HttpRequest) => Promise<HttpResponse>) =>
  relay({ send: (_, call) => send(call) })

const callOf = (call: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  path: '/v1beta/models/x:generateContent?alt=sse',
  headers: { 'content-type': 'application/json' },
  body: null,
  signal: new AbortController().signal,
  ...call,
})

async function* flow(...chunks: string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

/** Resolves when all messages posted so far are handled, including those that they caused. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('sends a complete request to a real server, and returns the complete response', async () => {
  const server = await openServer((incoming, outgoing) => {
    outgoing.writeHead(201, { 'content-type': 'text/plain', 'x-method': incoming.method })
    outgoing.write(`${incoming.url} ${incoming.headers['x-mine']} `)
    incoming.pipe(outgoing)
  })
  onTestFinished(server.close)
  const dispatcher = createDispatcher({ headersTimeout: 0, bodyTimeout: 0 })
  onTestFinished(() => dispatcher.close())
  const { outbound } = relay(dispatcher)
  const call = callOf({ path: '/a?b=c', headers: { 'x-mine': '1' }, body: flow('one ', 'two') })
  const answer = await outbound.send(`http://127.0.0.1:${server.port}`, call)
  expect([answer.status, answer.headers['x-method'], answer.headers['content-type']]).toEqual([
    201,
    'POST',
    'text/plain',
  ])
  expect(Buffer.from(await readBody(answer.body)).toString()).toBe('/a?b=c 1 one two')
})

test.each([
  ['none', null, ''],
  ['bytes at hand', Buffer.from('at hand'), 'at hand'],
  ['bytes of a pool, of which only they may cross', Buffer.from('left|mine|right').subarray(5, 9), 'mine'],
])('sends and receives a body, which the sender can still use: %s', async (_name, body, text) => {
  const received: HttpRequest[] = []
  const { send } = relaySend(async (call) => {
    received.push(call)
    return { status: 200, headers: {}, body: call.body }
  })
  const answer = await send(callOf({ body }))
  expect(Buffer.from(await readBody(answer.body)).toString()).toBe(text)
  expect(received[0]).toMatchObject({ method: 'POST', path: '/v1beta/models/x:generateContent?alt=sse' })
  expect(body?.toString() ?? '').toBe(text)
})

const chunkSize = 16_384

/** A body of 200 chunks, and the number of those that were read. */
function countChunks() {
  const progress = { read: 0 }
  async function* body(): AsyncGenerator<Uint8Array> {
    for (; progress.read < 200; progress.read += 1) yield Buffer.alloc(chunkSize, progress.read)
  }
  return { progress, body: body() }
}

test('reads an unconsumed response only up to the credit, and later to its end', async () => {
  const { progress, body } = countChunks()
  const { send } = relaySend(async () => ({ status: 200, headers: {}, body }))
  const answer = await send(callOf())
  await settle()
  expect(progress.read * chunkSize).toBeGreaterThanOrEqual(65_536)
  expect(progress.read * chunkSize).toBeLessThanOrEqual(262_144 + 65_536 + 2 * chunkSize)
  const bytes = await readBody(answer.body)
  expect([progress.read, bytes.length]).toEqual([200, 200 * chunkSize])
  expect([bytes[0], bytes[100 * chunkSize], bytes.at(-1)]).toEqual([0, 100, 199])
})

test('reads a request body that the upstream does not consume only up to the credit, and later to its end', async () => {
  const { progress, body } = countChunks()
  let startReading = () => {}
  const reading = new Promise<void>((resolve) => {
    startReading = resolve
  })
  const { send } = relaySend(async (call) => {
    await reading
    const bytes = await readBody(call.body)
    return { status: 200, headers: { 'x-bytes': String(bytes.length) }, body: null }
  })
  const answer = send(callOf({ body }))
  await settle()
  expect(progress.read * chunkSize).toBeLessThanOrEqual(262_144 + 65_536 + 2 * chunkSize)
  startReading()
  expect((await answer).headers).toEqual({ 'x-bytes': String(200 * chunkSize) })
})

test('aborting before the response cancels the request on both sides; later requests are never sent', async () => {
  const carried: RequestSignal[] = []
  const { send } = relaySend(({ signal }) => {
    carried.push(signal)
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('gone'))),
    )
  })
  const abortController = new AbortController()
  const call = callOf({ signal: abortController.signal })
  const answer = send(call)
  await settle()
  expect(carried[0]?.aborted).toBe(false)
  abortController.abort()
  await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' })
  await expect(send(call)).rejects.toMatchObject({ code: 'CANCELLED' })
  await settle()
  expect(carried.map(({ aborted }) => aborted)).toEqual([true])
})

test.each([
  ['by the signal', (abortController: AbortController) => abortController.abort()],
  ['by leaving the body', (_: AbortController, body: AsyncIterator<Uint8Array>) => body.return?.()],
])('a stream stopped early %s also ends at the upstream', async (_name, stop) => {
  let ended = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(10_000)
    } finally {
      ended += 1
    }
  }
  const { send } = relaySend(async () => ({ status: 200, headers: {}, body: endless() }))
  const abortController = new AbortController()
  const answer = await send(callOf({ signal: abortController.signal }))
  const body = (answer.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  expect((await body.next()).value?.length).toBe(10_000)
  await stop(abortController, body)
  await expect.poll(() => ended).toBe(1)
})

test('an incomplete request body ends the request at the upstream, without an internal cause', async () => {
  let carried: RequestSignal | undefined
  const { send } = relaySend(async ({ signal, body }) => {
    carried = signal
    await readBody(body)
    return { status: 200, headers: {}, body: null }
  })
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half')
    throw new ApiError('INVALID_ARGUMENT', 'The form has no end.')
  }
  await expect(send(callOf({ body: broken() }))).rejects.toMatchObject({ message: 'The form has no end.' })
  await settle()
  expect(carried?.aborted).toBe(true)
})

test.each([
  ['net::ERR_NAME_NOT_RESOLVED', 'dns', 'UNAVAILABLE'],
  ['net::ERR_CONNECTION_TIMED_OUT', 'connectTimeout', 'DEADLINE_EXCEEDED'],
  ['ECONNREFUSED', 'closedPort', 'UNAVAILABLE'],
])('passes on an error with the code %s', async (name, fault, code) => {
  const { send } = relaySend(async () => {
    throw name.startsWith('net::') ? new Error(name) : Object.assign(new Error('no'), { code: name })
  })
  const error = await send(callOf()).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code })
  expect(findFault(error)?.name).toBe(fault)
})

test('an incomplete response yields the received bytes, then the error', async () => {
  const { send } = relaySend(async () => ({
    status: 200,
    headers: {},
    body: (async function* () {
      yield Buffer.from('half')
      throw new Error('net::ERR_CONNECTION_RESET')
    })(),
  }))
  const answer = await send(callOf())
  const body = (answer.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  expect(Buffer.from((await body.next()).value as Uint8Array).toString()).toBe('half')
  await expect(body.next()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('requests in flight fail if the sending thread dies, and end if the requesting thread dies', async () => {
  for (const dies of ['port1', 'port2'] as const) {
    let carried: RequestSignal | undefined
    const { send, ...ports } = relaySend(({ signal }) => {
      carried = signal
      return new Promise(() => {})
    })
    const failed = expect(send(callOf())).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await settle()
    ports[dies].close()
    await failed
    await expect.poll(() => carried?.aborted).toBe(true)
  }
})

function sendWithTimeouts(send: (call: HttpRequest) => Promise<HttpResponse>, timeouts: Partial<Timeouts>) {
  const limits = { headersTimeout: 60_000, bodyTimeout: 60_000, ...timeouts }
  return sendTo(
    withTimeouts({ send: (_, call) => send(call), close: async () => {} }, limits),
    'http://upstream.test',
  )
}

const hang = ({ signal }: HttpRequest) =>
  new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new Error('aborted'))),
  )

test('aborts a request whose response never starts', async () => {
  let signal: RequestSignal | undefined
  const send = sendWithTimeouts(
    (call) => {
      signal = call.signal
      return hang(call)
    },
    { headersTimeout: 20 },
  )
  await expect(send(callOf())).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' })
  expect(signal?.aborted).toBe(true)
})

test('aborts a response that stalls, but not one with a slow reader', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  async function* stallingBody(call: HttpRequest): AsyncGenerator<Uint8Array> {
    yield Buffer.from('one')
    yield Buffer.from('two')
    await hang(call)
  }
  const send = sendWithTimeouts(async (call) => ({ status: 200, headers: {}, body: stallingBody(call) }), {
    bodyTimeout: 30,
  })
  const answer = await send(callOf())
  const body = (answer.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  await body.next()
  await vi.advanceTimersByTimeAsync(90)
  expect(Buffer.from((await body.next()).value as Uint8Array).toString()).toBe('two')
  const end = expect(body.next()).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' })
  await vi.advanceTimersByTimeAsync(30)
  await end
})
