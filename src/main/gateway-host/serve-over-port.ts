// Sends requests for another thread: the serving side, over any outbound transport of this thread.
import type { MessagePort } from 'node:worker_threads'
import type { Outbound } from '#gateway/outbound/outbound'
import { toTransportError } from '#gateway/outbound/transport-error'
import {
  BodyChannel,
  type RequestHead,
  type RequestMessage,
  type ResponseMessage,
  toFailure,
  toMessageBody,
} from './request-messages'

/** The other end of the port belongs to `sendOverPort`; when it is gone, every request in flight is aborted. */
export function serveRequestsOverPort(port: MessagePort, outbound: Pick<Outbound, 'send'>): void {
  const requests = new Map<number, PortRequest>()
  const post: Post = (message, transfer = []) => port.postMessage(message, transfer)
  port.on('message', (message: RequestMessage) => {
    if (message.type !== 'call') {
      requests.get(message.id)?.handle(message)
      return
    }
    const request = new PortRequest(message, post)
    requests.set(message.id, request)
    void request.send(outbound).finally(() => requests.delete(message.id))
  })
  port.on('close', () => {
    for (const request of requests.values()) request.abort()
  })
}

type Post = (message: ResponseMessage, transfer?: ArrayBuffer[]) => void

class PortRequest {
  readonly #head: RequestHead
  readonly #post: Post
  readonly #abort = new AbortController()
  readonly #channel: BodyChannel

  constructor(head: RequestHead, post: Post) {
    this.#head = head
    this.#post = post
    this.#channel = new BodyChannel(head.id, post)
  }

  /** Never rejects: a failure is reported to the other side. */
  async send(outbound: Pick<Outbound, 'send'>): Promise<void> {
    const { id, origin, method, path, headers, body } = this.#head
    const { signal } = this.#abort
    const sent = body === 'stream' ? this.#channel.incoming : body
    try {
      const response = await outbound.send(origin, { method, path, headers, body: sent, signal })
      const { body: first, transfer } = toMessageBody(response.body)
      const { status } = response
      this.#post({ type: 'answer', id, status, headers: response.headers, body: first }, transfer)
      if (response.body !== null && !(response.body instanceof Uint8Array))
        await this.#channel.send(response.body)
    } catch (error) {
      this.#post({ type: 'failed', id, failure: toFailure(toTransportError(error)) })
    }
  }

  handle(message: Exclude<RequestMessage, RequestHead>): void {
    if (message.type === 'abort') this.abort()
    else this.#channel.handle(message)
  }

  abort(): void {
    this.#abort.abort()
    this.#channel.close()
    this.#channel.incoming.fail(new Error('The call was broken off.'))
  }
}
