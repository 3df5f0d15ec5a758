// Has another thread send requests: the client side, an outbound transport like any other.
import type { MessagePort } from 'node:worker_threads'
import type { Outbound } from '#gateway/outbound/outbound'
import { toCancelled, toTransportError } from '#gateway/outbound/transport-error'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import {
  BodyChannel,
  fromFailure,
  type RequestMessage,
  type ResponseMessage,
  toMessageBody,
} from './request-messages'

/** The other end of the port belongs to `serveRequestsOverPort`. */
export function sendOverPort(port: MessagePort): Outbound {
  const requests = new Map<number, SentRequest>()
  let sent = 0
  port.on('message', (message: ResponseMessage) => requests.get(message.id)?.handle(message))
  port.on('close', () => {
    for (const request of requests.values())
      request.fail(toTransportError(new Error('The carrying thread is gone.')))
  })
  return {
    send: (origin, call) => {
      if (call.signal.aborted) return Promise.reject(toCancelled())
      sent += 1
      const id = sent
      return new Promise((resolve, reject) => {
        const onOver = () => requests.delete(id)
        const request = new SentRequest({ id, origin, call, port, resolve, reject, onOver })
        requests.set(id, request)
        request.start()
      })
    },
    close: async () => {
      for (const request of requests.values()) request.abort()
    },
  }
}

interface SentRequestOptions {
  readonly id: number
  readonly origin: string
  readonly call: HttpRequest
  readonly port: MessagePort
  readonly resolve: (answer: HttpResponse) => void
  readonly reject: (error: Error) => void
  readonly onOver: () => void
}

class SentRequest {
  readonly #options: SentRequestOptions
  readonly #channel: BodyChannel
  #isOver = false

  constructor(options: SentRequestOptions) {
    this.#options = options
    this.#channel = new BodyChannel(options.id, this.#post, () => this.abort())
    options.call.signal.addEventListener('abort', this.abort)
  }

  start(): void {
    const { id, origin, call } = this.#options
    const { method, path, headers } = call
    const { body, transfer } = toMessageBody(call.body)
    this.#post({ type: 'call', id, origin, method, path, headers, body }, transfer)
    if (call.body !== null && !(call.body instanceof Uint8Array)) void this.#send(call.body)
  }

  handle(message: ResponseMessage): void {
    if (message.type === 'failed') this.fail(fromFailure(message.failure))
    else if (message.type === 'answer') this.#receive(message)
    else {
      if (message.type === 'end') this.#finish()
      this.#channel.handle(message)
    }
  }

  fail(error: Error): void {
    this.#finish()
    this.#options.reject(error)
    this.#channel.incoming.fail(error)
  }

  readonly abort = (): void => {
    if (this.#isOver) return
    this.#post({ type: 'abort', id: this.#options.id })
    this.fail(toCancelled())
  }

  #receive({ status, headers, body }: ResponseMessage & { type: 'answer' }): void {
    if (body !== 'stream') this.#finish()
    this.#options.resolve({ status, headers, body: body === 'stream' ? this.#channel.incoming : body })
  }

  async #send(body: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      await this.#channel.send(body)
    } catch (error) {
      if (this.#isOver) return
      this.#post({ type: 'abort', id: this.#options.id })
      this.fail(toTransportError(error))
    }
  }

  readonly #post = (message: RequestMessage, transfer: ArrayBuffer[] = []): void => {
    this.#options.port.postMessage(message, transfer)
  }

  #finish(): void {
    this.#isOver = true
    this.#channel.close()
    this.#options.call.signal.removeEventListener('abort', this.abort)
    this.#options.onOver()
  }
}
