// One call over Chromium's network stack: redirects are answers, bodies flow both ways, a proxy is logged in to.
import { type ClientRequest, type IncomingMessage, net, type Session } from 'electron'
import { type ProxyLogin, withLogin } from '#gateway/outbound/proxy'
import { toCancelled, toConnectError, toTransportError } from '#gateway/outbound/transport-error'
import type { Answer, Body, Call, Headers } from '#shared/wire/call'

interface RequestOptions {
  readonly session: Session
  readonly origin: string
  readonly call: Call
  readonly login: ProxyLogin | null
}

export function requestOver(options: RequestOptions): Promise<Answer> {
  const { call } = options
  if (call.signal.aborted) return Promise.reject(toCancelled())
  return new Promise((resolve, reject) => {
    const request = openRequest(options)
    const leave = (): void => request.abort()
    const release = (): void => call.signal.removeEventListener('abort', leave)
    call.signal.addEventListener('abort', leave)
    request.on('redirect', (status, _method, _url, headers) => {
      // Electron ends a redirect that nobody follows; nothing of its body is to be had.
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
    // Chromium counts the bytes itself, and refuses to be told.
    if (name !== 'content-length' && name !== 'host' && name !== 'connection') request.setHeader(name, value)
  }
  let logins = 0
  request.on('login', ({ isProxy, host, port }, answer) => {
    logins += 1
    const { credentials } = withLogin({ kind: 'http', host: host.toLowerCase(), port }, login)
    // Asked a second time, the proxy has refused what it was given.
    if (!isProxy || logins > 1 || !credentials) return answer()
    answer(credentials.name, credentials.password)
  })
  return request
}

async function sendBody(request: ClientRequest, body: Body): Promise<void> {
  if (body === null) return void request.end()
  if (body instanceof Uint8Array) return void request.end(Buffer.from(body))
  request.chunkedEncoding = true
  for await (const chunk of body) await write(request, Buffer.from(chunk))
  request.end()
}

function write(request: ClientRequest, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => request.write(chunk, undefined, () => resolve()))
}

function toAnswer(response: IncomingMessage, request: ClientRequest, release: () => void): Answer {
  return { status: response.statusCode, headers: readHeaders(response.headers), body: readBody() }

  async function* readBody(): AsyncGenerator<Uint8Array> {
    try {
      // Electron's message is one of Node's readable streams; its types do not say so.
      for await (const chunk of response as unknown as AsyncIterable<Buffer>) yield chunk
    } catch (error) {
      throw toTransportError(error)
    } finally {
      release()
      request.abort()
    }
  }
}

function readHeaders(raw: Readonly<Record<string, string | string[]>>): Headers {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
}
