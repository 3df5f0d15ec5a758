// An outbound transport that sends its requests in another thread, over any other transport.
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { ChunkQueue } from '#gateway/outbound/chunk-queue'
import { toCancelled, toTransportError } from '#gateway/outbound/transport-error'
import { type Failure, fromFailure, type PortCalls, Transferred, toFailure } from '#gateway/port-calls'
import type { Outbound } from '#gateway/ports'
import type { HttpBody, HttpRequest, HttpResponse, RequestSignal } from '#shared/wire/http'

/** Buffered bytes, nothing, or the port that streams the body. */
type PortBody = Uint8Array | null | MessagePort

type PortRequest = Omit<HttpRequest, 'body' | 'signal'> & { readonly origin: string; readonly body: PortBody }
type PortResponse = Omit<HttpResponse, 'body'> & { readonly body: PortBody }

/** Functions of the sending thread for the requesting thread. */
export type RequestFunctions = {
  send(request: PortRequest, signal: AbortSignal): Promise<Transferred<PortResponse>>
}

export function sendOverPort({ call }: Pick<PortCalls<RequestFunctions>, 'call'>): Outbound['send'] {
  return (origin, { body, signal, ...head }) => {
    if (signal.aborted) return Promise.reject(toCancelled())
    return new Promise((resolve, reject) => {
      const cancel = new AbortController()
      const onError = (error: Error) => {
        reject(error)
        cancel.abort()
      }
      const onAbort = () => onError(toCancelled())
      signal.addEventListener('abort', onAbort)
      const sent = toPortBody(body, { onError })
      const options = { signal: cancel.signal, transfer: sent.transfer }
      call('send', { ...head, origin, body: sent.body }, options)
        .then((response) => resolve({ ...response, body: fromPortBody(response.body, signal) }), reject)
        .finally(() => signal.removeEventListener('abort', onAbort))
    })
  }
}

export function requestFunctions(outbound: Pick<Outbound, 'send'>): RequestFunctions {
  return {
    async send({ origin, body, ...head }, signal) {
      const abort = new AbortController()
      const onAbort = () => abort.abort()
      signal.addEventListener('abort', onAbort)
      try {
        const request = { ...head, body: fromPortBody(body, abort.signal), signal: abort.signal }
        const response = await outbound.send(origin, request)
        const sent = toPortBody(response.body, { onCancel: onAbort })
        return new Transferred({ ...response, body: sent.body }, sent.transfer)
      } catch (error) {
        abort.abort()
        throw toTransportError(error)
      }
    },
  }
}

/** Bytes that may be in flight between the threads before the receiver grants more credit. */
const initialCredit = 262_144
/** Bytes of credit to grant in one message; fewer than may be in flight. */
const minGrant = 65_536

type BodyMessage =
  | { readonly type: 'chunk'; readonly chunk: Uint8Array }
  | { readonly type: 'end' }
  | { readonly type: 'failure'; readonly failure: Failure }

interface SendBodyOptions {
  /** The body ended early. */
  readonly onError?: (error: Error) => void
  /** The reader stopped early, or its thread has ended. */
  readonly onCancel?: () => void
}

/** Sends a stream over its own port, up to the credit that the receiver posts as a number of bytes. */
function toPortBody(
  body: HttpBody,
  options: SendBodyOptions,
): { readonly body: PortBody; readonly transfer: readonly (ArrayBuffer | MessagePort)[] } {
  if (body === null) return { body, transfer: [] }
  if (body instanceof Uint8Array) {
    const copy = copyExactly(body)
    return { body: copy, transfer: [copy.buffer] }
  }
  const { port1, port2 } = new MessageChannel()
  void sendStream(port1, body, options)
  return { body: port2, transfer: [port2] }
}

async function sendStream(
  port: MessagePort,
  body: AsyncIterable<Uint8Array>,
  { onError, onCancel }: SendBodyOptions,
): Promise<void> {
  let credit = initialCredit
  let isOver = false
  let wake = () => {}
  const post = (message: BodyMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  port.on('message', (bytes: number) => {
    credit += bytes
    wake()
  })
  port.on('close', () => {
    if (!isOver) onCancel?.()
    isOver = true
    wake()
  })
  try {
    for await (const chunk of body) {
      // Any remaining credit is enough: a larger chunk overdraws it.
      while (credit <= 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve))
      if (isOver) return
      credit -= chunk.length
      const copy = copyExactly(chunk)
      post({ type: 'chunk', chunk: copy }, [copy.buffer])
    }
    post({ type: 'end' })
  } catch (cause) {
    const error = toTransportError(cause)
    post({ type: 'failure', failure: toFailure(error) })
    onError?.(error)
  } finally {
    isOver = true
  }
}

/** The reader closes the port at the end, or when it stops early. */
function fromPortBody(body: PortBody, signal: RequestSignal): HttpBody {
  if (body === null || body instanceof Uint8Array) return body
  const port = body
  const queue = new ChunkQueue(() => port.close())
  let owed = 0
  const giveCredit = () => {
    port.postMessage(owed)
    owed = 0
  }
  const onAbort = () => finish(() => queue.fail(toCancelled()))
  function finish(end: () => void): void {
    end()
    port.close()
  }
  port.on('message', (message: BodyMessage) => {
    if (message.type === 'end') return finish(() => queue.end())
    if (message.type === 'failure') return finish(() => queue.fail(fromFailure(message.failure)))
    owed += message.chunk.length
    const hasRoom = queue.push(message.chunk, giveCredit)
    if (hasRoom && owed >= minGrant) giveCredit()
  })
  port.on('close', () => {
    signal.removeEventListener('abort', onAbort)
    queue.fail(toTransportError(new Error('The other thread is gone.')))
  })
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  return queue
}

/** Transferring a view would transfer its whole buffer, which may be pooled. */
function copyExactly(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
