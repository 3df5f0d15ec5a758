// Opens a gateway on the loopback address, and responds to invalid HTTP in JSON.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { dialectOf } from '#shared/endpoints/routes'
import { ApiError, toGeminiBody, toOpenAiBody } from '#shared/schemas/api-error'
import type { Gateway } from './gateway'

/** The part of a gateway that a server needs. */
export type ServedGateway = Pick<Gateway, 'serve' | 'listResponses'>

export interface ListeningServer {
  readonly url: string
  readonly port: number
  /** Notifies the user that the gateway listens on another port than the requested one. */
  readonly notice: string | null
  /** Finishes requests in progress, for at most `graceMs` milliseconds; then closes all connections. */
  readonly close: (graceMs: number) => Promise<void>
}

/** Ports that are tried if the requested one is in use. */
const maxTries = 20

/**
 * Port 0 selects any free port. Rejects with UNAVAILABLE if the port is in use and `isFixed`, or no other port of the loopback
 * address can be opened.
 */
export async function listen(
  gateway: ServedGateway,
  port: number,
  isFixed = false,
): Promise<ListeningServer> {
  const { servers, actual, failure } = await openNear(gateway, port, isFixed ? [port] : listCandidates(port))
  const notice = failure === null || port === 0 ? null : toNotice(port, actual, failure)
  return {
    url: `http://127.0.0.1:${actual}`,
    port: actual,
    notice,
    close: async (graceMs) => {
      await Promise.all(servers.map((one) => closeServer(one, graceMs)))
    },
  }
}

function openServer(gateway: ServedGateway): Server {
  const server = createServer({
    noDelay: true,
    // Keeps several chunks of a large body in flight. Node knows this option from 18.17 on.
    highWaterMark: 262_144,
    keepAliveTimeout: 75_000,
    // Unlimited, because a long upload comes from this machine and is not an attack.
    requestTimeout: 0,
    // Without this, the setting above would remove the limit for the headers, too.
    headersTimeout: 60_000,
    // The guard rejects a missing Host itself, as JSON.
    requireHostHeader: false,
  })
  server.on('request', gateway.serve)
  server.on('checkContinue', gateway.serve)
  server.on('checkExpectation', rejectExpectation)
  server.on('clientError', (error, socket) => respondBadRequest(error, socket, gateway.listResponses(socket)))
  return server
}

interface OpenPort {
  readonly servers: readonly Server[]
  readonly actual: number
}

/** `failure` is the reason why the first candidate could not be opened; null if it was. */
async function openNear(
  gateway: ServedGateway,
  port: number,
  candidates: readonly number[],
): Promise<OpenPort & { readonly failure: string | null }> {
  let failure: string | null = null
  for (const candidate of candidates) {
    const opened = await openPort(gateway, candidate)
    if (typeof opened !== 'string') return { ...opened, failure }
    failure ??= opened
  }
  const target = candidates.length === 1 ? `port ${port}` : 'a port on 127.0.0.1'
  const isInUse = candidates.length === 1 && failure === 'EADDRINUSE'
  throw new ApiError(
    'UNAVAILABLE',
    isInUse ? `Port ${port} is still in use by another app.` : `Couldn't open ${target} (${failure}).`,
    { cause: Object.assign(new Error(target), { code: failure }) },
  )
}

function listCandidates(port: number): readonly number[] {
  const others = Array.from({ length: port === 0 ? 0 : maxTries }, (_, index) => port + 1 + index)
  return [port, ...others.filter((other) => other <= 65_535), 0, 0]
}

/**
 * Listens on both loopback addresses, because `localhost` often resolves to ::1 first; only on 127.0.0.1 if there is no
 * ::1. Returns the error code if either is in use.
 */
async function openPort(gateway: ServedGateway, port: number): Promise<OpenPort | string> {
  const server = openServer(gateway)
  const failure = await tryListen(server, port, '127.0.0.1')
  if (failure !== null) return failure
  // The address is a string only for pipes.
  const { port: actual } = server.address() as AddressInfo
  const ipv6Server = openServer(gateway)
  const ipv6Failure = await tryListen(ipv6Server, actual, '::1')
  if (ipv6Failure === null) return { servers: [server, ipv6Server], actual }
  if (ipv6Failure !== 'EADDRINUSE') return { servers: [server], actual }
  await closeServer(server, 0)
  return ipv6Failure
}

function tryListen(server: Server, port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const onError = (error: NodeJS.ErrnoException): void => resolve(error.code ?? error.message)
    server.once('error', onError)
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', onError)
      resolve(null)
    })
  })
}

function toNotice(requested: number, actual: number, reason: string): string {
  const why = reason === 'EADDRINUSE' ? 'is in use by another app' : `couldn't be opened (${reason})`
  return `Port ${requested} ${why}. The gateway is using port ${actual} instead.`
}

/** Milliseconds between checks for connections that became idle while closing. */
const idleCheck = 25

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    const sweep = setInterval(() => server.closeIdleConnections(), idleCheck)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
}

const reasons: ReadonlyMap<string | undefined, readonly [number, string]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'The request headers are too large. Send fewer or shorter headers.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request timed out before it was complete. Send it again.']],
])

/** `open`: the unfinished responses of the connection. */
function respondBadRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  open: readonly ServerResponse[],
): void {
  // Headers in the middle of a response would be read as a part of it.
  const hasStarted = open.some(({ headersSent }) => headersSent)
  if (hasStarted || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [http, message] = reasons.get(error.code) ?? [400, 'The request is not valid HTTP.']
  // The URL of the request with the invalid body; it is unknown if the head is invalid.
  const body = toBody(http, message, open.at(-1)?.req.url)
  const head = [
    `HTTP/1.1 ${http} Refused`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function rejectExpectation({ url }: IncomingMessage, outgoing: ServerResponse): void {
  const body = toBody(417, 'Expect: only 100-continue is supported.', url)
  outgoing.writeHead(417, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
  outgoing.end(body)
}

function toBody(http: number, message: string, url = ''): string {
  const error = new ApiError('INVALID_ARGUMENT', message, { http })
  return JSON.stringify(dialectOf(url) === 'openai' ? toOpenAiBody(error) : toGeminiBody(error))
}
