// The desktop's network: the system's proxy for a URL, and requests over Chromium's network stack.
import { type AuthInfo, type ClientRequest, type IncomingMessage, net, type Session, session } from 'electron'
import { type ProxyLogin, withLogin } from '#gateway/outbound/proxy'
import { toCancelled, toConnectError, toTransportError } from '#gateway/outbound/transport-error'
import type { HttpBody, HttpHeaders, HttpRequest, HttpResponse } from '#shared/wire/http'
import { withDeadline } from '#workspace/concurrency/timing'
import { type GatewayNetwork, toProxyLogin } from '../gateway-host/gateway-settings'
import { type SystemNetwork, toProxyConfig } from '../gateway-host/system-network'
import { stopSpellChecking } from './session-hardening'

/** Answers a proxy that requires credentials. */
export type LogIn = (info: AuthInfo, answer: (name?: string, password?: string) => void) => void

export interface DesktopNetwork extends SystemNetwork {
  /** Gives a session the proxy of the present settings. Resolves to a function that logs in to it once. */
  readonly configureSession: (target: Session) => Promise<LogIn>
  /** For requests of Chromium itself, which can't log in: lets the session log in with a request for this URL. */
  readonly logInSession: (target: Session, url: string) => Promise<void>
}

/** Milliseconds to wait for the response of a request that only logs in. */
const loginTimeoutMs = 30_000

/** Must be called after the application is ready. */
export function openSystemNetwork(): DesktopNetwork {
  let network: GatewayNetwork | undefined
  const system = openSession('system')
  let opening = Promise.resolve(system)
  return {
    configure: (next) => {
      const last = network
      network = next
      if (last && fingerprint(last) === fingerprint(next)) return
      // A failed configuration fails only its own requests; the next configuration is applied anyway.
      const choose = () => chooseSession(next)
      opening = opening.then(choose, choose)
      opening.catch(() => undefined)
    },
    // Not the page's session, whose proxy blocks everything (`session-hardening`).
    resolveProxy: (url) => system.resolveProxy(url),
    stack: {
      send: async (origin, call) => {
        const login = network ? toProxyLogin(network) : null
        return requestOver({ session: await opening, origin, call, login })
      },
    },
    configureSession: async (target) => {
      if (network) await applyProxy(target, network)
      return createLogIn(network ? toProxyLogin(network) : null)
    },
    logInSession: async (target, url) => {
      const login = network ? toProxyLogin(network) : null
      if (!login) return
      const request = net.request({ method: 'HEAD', url, session: target, useSessionCookies: false })
      request.on('login', createLogIn(login))
      const ended = new Promise<void>((resolve) => {
        for (const event of ['response', 'error', 'abort'] as const) request.on(event as 'abort', resolve)
        request.end()
      })
      await withDeadline(ended, loginTimeoutMs, undefined)
      request.abort()
    },
  }
}

function fingerprint({ proxyMode, proxyUrl, bypass, proxyCredentials, proxyHosts }: GatewayNetwork): string {
  return JSON.stringify([proxyMode, proxyUrl, bypass, proxyCredentials, proxyHosts])
}

async function chooseSession(network: GatewayNetwork): Promise<Session> {
  const configured = openSession(network.proxyMode)
  await applyProxy(configured, network)
  return configured
}

/** After a proxy was set, a session ignores the command line's proxy switches even in system mode. */
const configuredSessions = new WeakSet<Session>()

async function applyProxy(target: Session, network: GatewayNetwork): Promise<void> {
  // Chromium keeps using credentials that it has accepted once.
  await target.clearAuthCache()
  if (network.proxyMode === 'system' && !configuredSessions.has(target)) return
  configuredSessions.add(target)
  await target.setProxy(toProxyConfig(network))
}

/** In memory, and only for upstreams: no cookies, no cache, no page. */
function openSession(proxyMode: GatewayNetwork['proxyMode']): Session {
  const opened = session.fromPartition(`upstreams ${proxyMode}`, { cache: false })
  stopSpellChecking(opened)
  return opened
}

interface RequestOptions {
  readonly session: Session
  readonly origin: string
  readonly call: HttpRequest
  readonly login: ProxyLogin | null
}

function requestOver(options: RequestOptions): Promise<HttpResponse> {
  const { call } = options
  if (call.signal.aborted) return Promise.reject(toCancelled())
  return new Promise((resolve, reject) => {
    const request = openRequest(options)
    const abort = (): void => request.abort()
    const release = (): void => call.signal.removeEventListener('abort', abort)
    call.signal.addEventListener('abort', abort)
    request.on('redirect', (status, _method, _url, headers) => {
      // Electron ends a request at a redirect that is not followed, without its body.
      release()
      resolve({ status, headers: readHeaders(headers), body: null })
    })
    request.on('response', (response) => {
      if (response.statusCode === 407) {
        request.abort()
        reject(toTransportError(toConnectError('PROXY_CREDENTIALS')))
      } else resolve(toAnswer(response, request, release))
    })
    request.on('error', (error) => {
      release()
      reject(toTransportError(error))
    })
    request.on('abort', () => {
      release()
      reject(toCancelled())
    })
    sendBody(request, call.body).catch((error: unknown) => {
      reject(toTransportError(error))
      request.abort()
    })
  })
}

function openRequest({ session, origin, call, login }: RequestOptions): ClientRequest {
  const { method, path } = call
  const request = net.request({
    method,
    url: origin + path,
    session,
    redirect: 'manual',
    useSessionCookies: false,
  })
  for (const [name, value] of Object.entries(call.headers)) {
    // Chromium sets this header itself, and rejects it here.
    if (name !== 'content-length' && name !== 'host' && name !== 'connection') request.setHeader(name, value)
  }
  request.on('login', createLogIn(login))
  return request
}

function createLogIn(login: ProxyLogin | null): LogIn {
  let logins = 0
  return ({ isProxy, host, port }, answer) => {
    logins += 1
    const { credentials } = withLogin({ kind: 'http', host: host.toLowerCase(), port }, login)
    // The second time, the proxy has rejected these credentials.
    if (!isProxy || logins > 1 || !credentials) return answer()
    answer(credentials.name, credentials.password)
  }
}

async function sendBody(request: ClientRequest, body: HttpBody): Promise<void> {
  if (body === null) return void request.end()
  if (body instanceof Uint8Array) return void request.end(Buffer.from(body))
  request.chunkedEncoding = true
  for await (const chunk of body) await write(request, Buffer.from(chunk))
  request.end()
}

function write(request: ClientRequest, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => request.write(chunk, undefined, () => resolve()))
}

function toAnswer(response: IncomingMessage, request: ClientRequest, release: () => void): HttpResponse {
  return { status: response.statusCode, headers: readHeaders(response.headers), body: readBody() }

  async function* readBody(): AsyncGenerator<Uint8Array> {
    try {
      // Electron's message is a Node.js readable stream, although its types don't say so.
      for await (const chunk of response as unknown as AsyncIterable<Buffer>) yield chunk
    } catch (error) {
      throw toTransportError(error)
    } finally {
      release()
      request.abort()
    }
  }
}

function readHeaders(raw: Readonly<Record<string, string | string[]>>): HttpHeaders {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
}
