// Answers what is not a request at all, or expects what no route offers, in JSON like everything else.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, toGeminiBody } from '#shared/schemas/api-error'

const reasons: ReadonlyMap<string | undefined, readonly [number, string]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'The headers of the request are too large. Send fewer or shorter headers.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request did not arrive in time. Send it again.']],
])

/** The responses that are not finished, by the connection they go out on. */
const responses = new WeakMap<Duplex, Set<ServerResponse>>()

/** To be called for each request, so that `answerBadRequest` knows what is being written. */
export function trackResponse({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  const open = responses.get(socket) ?? new Set()
  responses.set(socket, open.add(outgoing))
  outgoing.on('close', () => open.delete(outgoing))
}

export function answerBadRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  // A head in the middle of a response would be read as a part of it.
  const hasBegun = [...(responses.get(socket) ?? [])].some(({ headersSent }) => headersSent)
  if (hasBegun || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [http, message] = reasons.get(error.code) ?? [400, 'The request is not valid HTTP.']
  const body = toBody(http, message)
  const head = [
    `HTTP/1.1 ${http} Refused`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

export function refuseExpectation(_incoming: IncomingMessage, outgoing: ServerResponse): void {
  const body = toBody(417, 'Expect: only 100-continue is understood.')
  outgoing.writeHead(417, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
  outgoing.end(body)
}

function toBody(http: number, message: string): string {
  return JSON.stringify(toGeminiBody(new ApiError('INVALID_ARGUMENT', message, { http })))
}
