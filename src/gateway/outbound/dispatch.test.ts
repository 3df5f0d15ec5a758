// Tests requests through the dispatcher, directly and through real proxies on loopback.
import type { LookupOptions } from 'node:dns'
import dns from 'node:dns'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { connect, getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ApiError } from '#shared/schemas/api-error'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import { readBody, readText, streamBody } from '#shared/wire/read-body'
import type { Outbound, ProxyRoute } from '../ports'
import { type Authority, openAuthority, removeScratch, writeScratch } from '../testing/authority.fixture'
import { openForwardProxy, type ProxyOptions } from '../testing/forward-proxy.fixture'
import { findClosedPort, openRawServer, openServer } from '../testing/loopback-servers.fixture'
import { openSocksProxy, type SocksOptions } from '../testing/socks-proxy.fixture'
import { readCertificates } from './certificates'
import { createDispatcher, type DispatcherSettings } from './dispatch'
import { proxyFromSettings } from './proxy'
import { findFault, wasNeverSent } from './transport-error'

const sendTo =
  (outbound: Pick<Outbound, 'send'>, origin: string): Send =>
  (call) =>
    outbound.send(origin, call)

let authority: Authority

afterAll(removeScratch)

beforeAll(async () => {
  authority = await openAuthority()
})

function closeLater<T extends { close: () => Promise<void> }>(one: T): T {
  onTestFinished(one.close)
  return one
}

/** Trusts the test authority through its file, as a user would. */
function openOutbound(settings: Partial<DispatcherSettings> = {}): Outbound {
  const certificates = readCertificates(authority.file) ?? []
  return closeLater(createDispatcher({ headersTimeout: 5000, bodyTimeout: 5000, certificates, ...settings }))
}

const upstream = async (listener: RequestListener) => closeLater(await openServer(listener))
const secureUpstream = async (listener: RequestListener) =>
  closeLater(await openServer(listener, await authority.sign()))
const proxy = async (settings: ProxyOptions) => closeLater(await openForwardProxy(settings))
const socks = async (settings: SocksOptions) => closeLater(await openSocksProxy(settings))

const callTo = (path: string, rest: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  path,
  headers: {},
  body: null,
  signal: new AbortController().signal,
  ...rest,
})

/** Returns the error of a failed request as clients see it. */
async function fail(response: Promise<HttpResponse>): Promise<unknown> {
  const error = await response.then(
    () => undefined,
    (reason: ApiError) => reason,
  )
  return error && { code: error.code, fault: findFault(error)?.name, wasNeverSent: wasNeverSent(error) }
}

/** Connections are idle again one turn after the end of a response. */
async function sendAll(outbound: Outbound, origin: string, paths: readonly string[]): Promise<string[]> {
  const texts: string[] = []
  for (const path of paths) {
    texts.push(await readText((await outbound.send(origin, callTo(path))).body))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return texts
}

const echo: RequestListener = (incoming, outgoing) => {
  outgoing.end(`${incoming.method} ${incoming.headers.host}${incoming.url}`)
}

/** Echoes every byte of the body. */
const echoBody: RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
  incoming.pipe(outgoing)
}

test.each([false, true])(
  'connects to the working one of two addresses, even if Node would try only the first (TLS: %s)',
  async (isSecure) => {
    const upstreamServer = await (isSecure ? secureUpstream(echo) : upstream(echo))
    const defaultSetting = getDefaultAutoSelectFamily()
    setDefaultAutoSelectFamily(false)
    const addresses = [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]
    // Replaces the machine's resolver, but not the overloads of `lookup`.
    const lookup = ((_: string, { all }: LookupOptions, response: (...response: unknown[]) => void) =>
      all ? response(null, addresses) : response(null, '::1', 6)) as typeof dns.lookup
    const spy = vi.spyOn(dns, 'lookup').mockImplementation(lookup)
    try {
      const origin = `${isSecure ? 'https' : 'http'}://localhost:${upstreamServer.port}`
      expect(await sendAll(openOutbound(), origin, ['/a'])).toEqual([
        `GET localhost:${upstreamServer.port}/a`,
      ])
    } finally {
      setDefaultAutoSelectFamily(defaultSetting)
      spy.mockRestore()
    }
  },
)

describe('through a proxy', () => {
  const credentials = { name: 'ann', password: 'p:ä ss' }

  test.each<[kind: ProxyRoute['kind'], origin: string, tls: boolean, received: readonly string[]]>([
    ['http', 'https://upstream.test', false, ['CONNECT upstream.test:443']],
    [
      'http',
      'http://upstream.test:81',
      false,
      ['GET http://upstream.test:81/a?b=1', 'GET http://upstream.test:81/c'],
    ],
    ['https', 'https://upstream.test', true, ['CONNECT upstream.test:443']],
    ['https', 'http://upstream.test', true, ['GET http://upstream.test/a?b=1', 'GET http://upstream.test/c']],
    ['socks5', 'https://upstream.test', false, ['5 upstream.test:443']],
    ['socks5', 'http://upstream.test:81', false, ['5 upstream.test:81']],
    ['socks4', 'https://upstream.test', false, ['4 upstream.test:443']],
  ])(
    'of the kind %s, sends requests to %s over one connection, without resolving its name',
    async (...row) => {
      const [kind, origin, tls, received] = row
      const echoHead: RequestListener = ({ headers, url }, outgoing) => {
        outgoing.end(`${headers.host} ${url} ${headers['proxy-authorization']}`)
      }
      const target = await (origin.startsWith('https:') ? secureUpstream(echoHead) : upstream(echoHead))
      const settings = { targetPort: target.port, ...(kind !== 'socks4' && { credentials: 'ann:p:ä ss' }) }
      const server = kind.startsWith('socks')
        ? await socks(settings)
        : await proxy({ ...settings, ...(tls && { pair: await authority.sign() }) })
      const host = tls ? 'localhost' : '127.0.0.1'
      const login = kind === 'socks4' ? {} : { credentials }
      const route = { kind, host, port: server.port, ...login } as ProxyRoute
      const texts = await sendAll(openOutbound({ findProxy: async () => route }), origin, ['/a?b=1', '/c'])
      const { host: name } = new URL(origin)
      expect(texts).toEqual([`${name} /a?b=1 undefined`, `${name} /c undefined`])
      expect([server.requests, target.connections()]).toEqual([received, 1])
    },
  )

  test('trusts a server if the file has only its own certificate', async () => {
    const pair = await authority.sign()
    const upstreamServer = closeLater(await openServer(echo, pair))
    const certificates = readCertificates(writeScratch('server.pem', pair.cert)) ?? []
    const send = sendTo(openOutbound({ certificates }), `https://localhost:${upstreamServer.port}`)
    expect((await send(callTo('/'))).status).toBe(200)
  })

  test('connects directly to a host on the bypass list and to loopback', async () => {
    const upstreamServer = await upstream(echo)
    const proxyServer = await proxy({ targetPort: upstreamServer.port })
    const url = `http://127.0.0.1:${proxyServer.port}`
    const findProxy = proxyFromSettings({ url, login: null, bypass: ['*.example.test'] })
    const send = sendTo(openOutbound({ findProxy }), `http://127.0.0.1:${upstreamServer.port}`)
    expect((await send(callTo('/'))).status).toBe(200)
    expect([proxyServer.requests, findProxy('http://a.example.test'), proxyServer.connections()]).toEqual([
      [],
      { kind: 'direct' },
      0,
    ])
  })
})

/** One byte in ten thousand differs, to detect a lost or duplicated chunk. */
const large = Buffer.alloc(20 * 1024 * 1024, 'x')
for (let at = 0; at < large.length; at += 10_007) large[at] = at % 256

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

const connectionKinds = ['direct', 'absolute form', 'tunnel', 'socks'] as const

/** An upstream behind each kind of connection, with TLS if it is a tunnel. */
async function openConnection(connection: (typeof connectionKinds)[number], listener: RequestListener) {
  if (connection === 'direct') {
    const upstreamServer = await upstream(listener)
    return sendTo(openOutbound(), `http://127.0.0.1:${upstreamServer.port}`)
  }
  const upstreamServer =
    connection === 'absolute form' ? await upstream(listener) : await secureUpstream(listener)
  const proxyServer =
    connection === 'socks'
      ? await socks({ targetPort: upstreamServer.port })
      : await proxy({ targetPort: upstreamServer.port })
  const kind = connection === 'socks' ? 'socks5' : 'http'
  const outbound = openOutbound({ findProxy: () => ({ kind, host: '127.0.0.1', port: proxyServer.port }) })
  return sendTo(outbound, connection === 'absolute form' ? 'http://upstream.test' : 'https://upstream.test')
}

describe.each(connectionKinds)('connection: %s', (kind) => {
  test('sends and receives 20 MB in chunks', async () => {
    const send = await openConnection(kind, echoBody)
    const response = await send(callTo('/', { method: 'POST', body: inChunks(large) }))
    expect(Buffer.compare(await readBody(response.body), large)).toBe(0)
  })

  test('aborts the upstream request before the response', async () => {
    const abortController = new AbortController()
    const aborted = new Promise<void>((resolve) => {
      void openConnection(kind, (incoming) => {
        incoming.socket.on('close', () => resolve())
        abortController.abort()
      }).then((send) => send(callTo('/', { signal: abortController.signal })).catch(() => {}))
    })
    await aborted
    expect(abortController.signal.aborted).toBe(true)
  })

  test('aborts the upstream request during the response', async () => {
    let onClose: () => void = () => {}
    const aborted = new Promise<void>((resolve) => {
      onClose = resolve
    })
    const send = await openConnection(kind, (_, outgoing) => {
      outgoing.on('close', onClose)
      outgoing.write('a')
    })
    const { body } = await send(callTo('/'))
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      expect(chunk.length).toBe(1)
      break
    }
    await aborted
  })

  test('does not read more from the upstream than the reader consumes', async () => {
    const megabyte = Buffer.alloc(1024 * 1024)
    let writtenBytes = 0
    const send = await openConnection(kind, (incoming, outgoing) => {
      if (incoming.url === '/whole') return void outgoing.end(large)
      const writeSlowly = (): void => {
        do writtenBytes += megabyte.length
        while (outgoing.write(megabyte))
        outgoing.once('drain', writeSlowly)
      }
      writeSlowly()
    })
    const { body } = await send(callTo('/endless'))
    const reader = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
    await reader.next()
    // Another 60 MB are the clock: a response without backpressure would progress as fast.
    for (let round = 0; round < 3; round += 1) await readBody((await send(callTo('/whole'))).body)
    expect(writtenBytes).toBeLessThan(40 * 1024 * 1024)
    await reader.return?.()
  })
})

describe('a reader that stops early', () => {
  test('uses connections again if the body ends shortly after the reader has stopped', async () => {
    const sockets = new Set<unknown>()
    const { port } = await upstream((incoming, outgoing) => {
      sockets.add(incoming.socket)
      outgoing.write('data: [DONE]\n\n')
      // A packet of its own, as Python's servers send it.
      setImmediate(() => setImmediate(() => outgoing.end()))
    })
    const send = sendTo(openOutbound(), `http://127.0.0.1:${port}`)
    for (let request = 0; request < 20; request += 1) {
      const { body } = await send(callTo('/'))
      for await (const _ of streamBody(body)) break
    }
    // The next request may be sent before the end of the last response has arrived.
    expect(sockets.size).toBeLessThan(5)
  })

  test.each([
    ['goes on', (outgoing: ServerResponse) => void setInterval(() => outgoing.write('x'), 10).unref()],
    ['stops', () => {}],
  ])('aborts a response that %s after the reader has stopped', async (_, more) => {
    const closed = await new Promise<boolean>((resolve, reject) => {
      upstream((_incoming, outgoing) => {
        outgoing.on('close', () => resolve(!outgoing.writableFinished))
        outgoing.write('first')
        setImmediate(() => more(outgoing))
      })
        .then(async ({ port }) => {
          const { body } = await sendTo(openOutbound(), `http://127.0.0.1:${port}`)(callTo('/'))
          for await (const _ of streamBody(body)) break
        })
        .catch(reject)
    })
    expect(closed).toBe(true)
  })

  test('reads only a small part of a response that is sent as fast as possible', async () => {
    const megabyte = Buffer.alloc(1024 * 1024)
    let written = 0
    const closed = new Promise<void>((resolve, reject) => {
      upstream((_incoming, outgoing) => {
        const write = () => {
          do written += megabyte.length
          while (outgoing.write(megabyte))
        }
        outgoing.on('drain', () => setImmediate(write)).on('close', resolve)
        outgoing.write('first')
        setImmediate(write)
      })
        .then(async ({ port }) => {
          const { body } = await sendTo(openOutbound(), `http://127.0.0.1:${port}`)(callTo('/'))
          for await (const _ of streamBody(body)) break
        })
        .catch(reject)
    })
    await closed
    // Those of the sockets' buffers; within the time limit alone, it would be several times as much.
    expect(written).toBeLessThan(12 * megabyte.length)
  })
})

describe('errors of the proxy differ from those of the upstream', () => {
  const routeTo = (port: number, kind: 'http' | 'https' | 'socks5' = 'http'): ProxyRoute => ({
    kind,
    host: '127.0.0.1',
    port,
  })
  const rejecting = async (settings: Partial<ProxyOptions>) =>
    routeTo((await proxy({ targetPort: 1, ...settings })).port)
  const responding = async (text: string) => {
    const server = await openRawServer((socket) => socket.once('data', () => socket.end(text)))
    return routeTo(closeLater(server).port)
  }
  const rejectingSocks = async (settings: Partial<SocksOptions>) =>
    routeTo((await socks({ targetPort: 1, ...settings })).port, 'socks5')
  const credentials = { name: 'ann', password: 'canary-password' }
  const plain = 'http://upstream.test'
  const secure = 'https://upstream.test'

  test.each<[string, origins: readonly string[], () => Promise<ProxyRoute>, fault: string]>([
    ['is down', [plain, secure], async () => routeTo(await findClosedPort()), 'proxyUnreachable'],
    [
      'has a name that does not exist',
      [plain, secure],
      async () => ({ kind: 'http', host: 'name.invalid', port: 8080 }),
      'proxyUnreachable',
    ],
    ['requires credentials', [plain, secure], () => rejecting({ credentials: 'a:b' }), 'proxyCredentials'],
    ['rejects a tunnel with 403', [secure], () => rejecting({ errorStatus: 403 }), 'proxyDenied'],
    ['rejects a tunnel with 502', [secure], () => rejecting({ errorStatus: 502 }), 'proxyFoundNothing'],
    ['is not HTTP', [secure], () => responding('garbage\r\n\r\n'), 'notAProxy'],
    ['closes the connection', [secure], () => responding(''), 'proxyDenied'],
    ['rejects a SOCKS request', [secure], () => rejectingSocks({ reply: 2 }), 'proxyDenied'],
    [
      'requires SOCKS credentials',
      [secure],
      () => rejectingSocks({ credentials: 'a:b' }),
      'proxyCredentials',
    ],
    [
      'rejects SOCKS credentials',
      [secure],
      async () => ({ ...(await rejectingSocks({ credentials: 'a:b' })), credentials }) as ProxyRoute,
      'proxyCredentials',
    ],
  ])('a proxy that %s', async (...[, origins, open, fault]) => {
    const route = await open()
    for (const origin of origins) {
      const response = openOutbound({ findProxy: () => route }).send(origin, callTo('/'))
      expect(
        inspect(await response.catch((error: unknown) => error), { depth: 20, showHidden: true }),
      ).not.toContain('canary')
      expect(await fail(response)).toEqual({ code: 'UNAVAILABLE', fault, wasNeverSent: true })
    }
  })

  test('a proxy that never responds', async () => {
    const proxyServer = closeLater(await openRawServer(() => {}))
    const send = sendTo(
      openOutbound({ findProxy: () => routeTo(proxyServer.port), connectTimeout: 200 }),
      'https://upstream.test',
    )
    expect(await fail(send(callTo('/')))).toEqual({
      code: 'DEADLINE_EXCEEDED',
      fault: 'proxyTimeout',
      wasNeverSent: true,
    })
  })

  test('a proxy and an upstream that are each nearly too slow, and too slow together', async () => {
    const upstreamServer = closeLater(
      await openRawServer((socket) => {
        socket.once('data', () => setTimeout(() => socket.end('no TLS'), 300))
      }),
    )
    const proxyServer = closeLater(
      await openRawServer((socket) => {
        socket.once('data', () => {
          setTimeout(() => socket.write('HTTP/1.1 200 Connected\r\n\r\n'), 300)
          const onward = connect(upstreamServer.port, '127.0.0.1')
          onward.on('error', () => {})
          socket.on('close', () => onward.destroy())
          socket.pipe(onward).pipe(socket)
        })
      }),
    )
    const send = (connectTimeout: number) =>
      sendTo(
        openOutbound({ findProxy: () => routeTo(proxyServer.port), connectTimeout }),
        'https://upstream.test',
      )
    expect(await fail(send(450)(callTo('/')))).toEqual({
      code: 'DEADLINE_EXCEEDED',
      fault: 'connectTimeout',
      wasNeverSent: true,
    })
    expect(await fail(send(5000)(callTo('/')))).toMatchObject({ fault: 'notTls' })
  })

  test('a proxy with an untrusted certificate, and one without TLS', async () => {
    const stranger = await openAuthority()
    const proxyServer = await proxy({ targetPort: 1, pair: await stranger.sign() })
    const plain = await proxy({ targetPort: 1 })
    for (const { port } of [proxyServer, plain]) {
      const send = sendTo(openOutbound({ findProxy: () => routeTo(port, 'https') }), 'https://upstream.test')
      const error = await send(callTo('/')).catch((reason: ApiError) => reason)
      expect(error).toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining("Couldn't establish a secure connection to the proxy"),
      })
      expect(findFault(error)?.name).toBe('proxyTls')
    }
  })

  test('an upstream that is down behind a proxy for plain HTTP, and an untrusted one behind a tunnel', async () => {
    const stranger = await openAuthority()
    const upstreamServer = closeLater(await openServer(echo, await stranger.sign()))
    const proxyServer = await proxy({ targetPort: upstreamServer.port })
    const send = sendTo(openOutbound({ findProxy: () => routeTo(proxyServer.port) }), 'https://upstream.test')
    expect(await fail(send(callTo('/')))).toEqual({
      code: 'UNAVAILABLE',
      fault: 'untrusted',
      wasNeverSent: true,
    })
    const brokenProxy = await proxy({ targetPort: await findClosedPort() })
    const cut = sendTo(openOutbound({ findProxy: () => routeTo(brokenProxy.port) }), 'http://upstream.test')
    expect(await fail(cut(callTo('/')))).toEqual({
      code: 'UNAVAILABLE',
      fault: 'brokenOff',
      wasNeverSent: false,
    })
  })
})

describe('finding the proxy', () => {
  test('is done once per request; a new result takes effect with the next one', async () => {
    const upstreamServer = await upstream(echo)
    const proxyServer = await proxy({ targetPort: upstreamServer.port })
    const routes: ProxyRoute[] = [
      { kind: 'http', host: '127.0.0.1', port: proxyServer.port },
      { kind: 'direct' },
    ]
    const origins: string[] = []
    const findProxy = (origin: string): ProxyRoute => {
      origins.push(origin)
      return routes[origins.length - 1] as ProxyRoute
    }
    const origin = `http://127.0.0.1:${upstreamServer.port}`
    const send = sendTo(openOutbound({ findProxy }), origin)
    for (const path of ['/a', '/b']) await readText((await send(callTo(path))).body)
    expect([origins, proxyServer.requests]).toEqual([[origin, origin], [`GET ${origin}/a`]])
  })

  test('completes the request even if the dispatcher was retired meanwhile', async () => {
    const upstreamServer = await upstream(echo)
    const outbound = closeLater(
      createDispatcher({ headersTimeout: 5000, bodyTimeout: 5000, findProxy: () => found }),
    )
    let find = (_: ProxyRoute) => {}
    const found = new Promise<ProxyRoute>((resolve) => {
      find = resolve
    })
    const send = sendTo(outbound, `http://127.0.0.1:${upstreamServer.port}`)
    const answers = [send(callTo('/a')), send(callTo('/b'))]
    await outbound.retire()
    find({ kind: 'direct' })
    const texts = await Promise.all(answers.map(async (response) => readText((await response).body)))
    expect(texts).toEqual(['/a', '/b'].map((path) => `GET 127.0.0.1:${upstreamServer.port}${path}`))
  })

  test('can fail, and can be aborted', async () => {
    const failing = openOutbound({ findProxy: () => Promise.reject(new Error('net::ERR_PAC_SCRIPT_FAILED')) })
    expect(await fail(failing.send('http://upstream.test', callTo('/')))).toMatchObject({
      code: 'UNAVAILABLE',
      fault: 'proxyUnreachable',
    })
    const throwing = openOutbound({
      findProxy: () => {
        throw new Error('no proxy today')
      },
    })
    await expect(throwing.send('http://upstream.test', callTo('/'))).rejects.toMatchObject({
      name: 'ApiError',
      code: 'UNAVAILABLE',
    })
    const abortController = new AbortController()
    const endless = openOutbound({ findProxy: () => new Promise(() => {}) })
    const response = endless.send('http://upstream.test', callTo('/', { signal: abortController.signal }))
    abortController.abort()
    await expect(response).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
