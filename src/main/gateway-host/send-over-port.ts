// Has another thread send requests: the client side, an outbound transport like any other.
import type { MessagePort } from 'node:worker_threads'
import type { Outbound } from '#gateway/outbound/outbound'
import { toCancelled, toTransportError } from '#gateway/outbound/transport-error'
import type { Answer, Call } from '#shared/wire/call'
import {
  Credit,
  CreditedChunkQueue,
  copyExactly,
  fromFailure,
  initialCredit,
  pumpBody,
  type RequestMessage,
  type ResponseMessage,
} from './request-messages'

/** The other end of the port belongs to `serveRequestsOverPort`. */
export function sendOverPort(port: MessagePort): Outbound {
  const calls = new Map<number, SentRequest>()
  let sent = 0
  port.on('message', (message: ResponseMessage) => calls.get(message.id)?.hear(message))
  port.on('close', () => {
    for (const call of calls.values()) call.fail(toTransportError(new Error('The carrying thread is gone.')))
  })
  return {
    send: (origin, call) => {
      if (call.signal.aborted) return Promise.reject(toCancelled())
      sent += 1
      const id = sent
      return new Promise((resolve, reject) => {
        const one = new SentRequest({
          id,
          origin,
          call,
          port,
          resolve,
          reject,
          onOver: () => calls.delete(id),
        })
        calls.set(id, one)
        one.start()
      })
    },
    close: async () => {
      for (const call of calls.values()) call.abort()
    },
  }
}

interface SentRequestOptions {
  readonly id: number
  readonly origin: string
  readonly call: Call
  readonly port: MessagePort
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
  readonly onOver: () => void
}

class SentRequest {
  readonly #options: SentRequestOptions
  readonly #credit = new Credit(initialCredit)
  readonly #flow: CreditedChunkQueue
  #over = false

  constructor(options: SentRequestOptions) {
    this.#options = options
    const { id } = options
    this.#flow = new CreditedChunkQueue((bytes) => this.#tell({ type: 'credit', id, bytes }), this.abort)
    options.call.signal.addEventListener('abort', this.abort)
  }

  start(): void {
    const { id, origin, call } = this.#options
    const { method, path, headers, body } = call
    const head = { type: 'call', id, origin, method, path, headers } as const
    if (body === null) this.#tell({ ...head, body })
    else if (body instanceof Uint8Array) {
      const copy = copyExactly(body)
      this.#tell({ ...head, body: copy }, [copy.buffer])
    } else {
      this.#tell({ ...head, body: 'flows' })
      void this.#pump(body)
    }
  }

  hear(message: ResponseMessage): void {
    if (message.type === 'credit') this.#credit.grant(message.bytes)
    if (message.type === 'answer') this.#answer(message)
    if (message.type === 'chunk') this.#flow.receive(message.chunk)
    if (message.type === 'end') {
      this.#finish()
      this.#flow.body.end()
    }
    if (message.type === 'failed') this.fail(fromFailure(message.failure))
  }

  fail(error: Error): void {
    this.#finish()
    this.#options.reject(error)
    this.#flow.body.fail(error)
  }

  readonly abort = (): void => {
    if (this.#over) return
    this.#tell({ type: 'abort', id: this.#options.id })
    this.fail(toCancelled())
  }

  #answer({ status, headers, body }: ResponseMessage & { type: 'answer' }): void {
    if (body !== 'flows') this.#finish()
    this.#options.resolve({ status, headers, body: body === 'flows' ? this.#flow.body : body })
  }

  async #pump(body: AsyncIterable<Uint8Array>): Promise<void> {
    const { id } = this.#options
    try {
      await pumpBody(body, {
        credit: this.#credit,
        isOver: () => this.#over,
        send: (chunk) => this.#tell({ type: 'chunk', id, chunk }, [chunk.buffer]),
      })
      if (!this.#over) this.#tell({ type: 'end', id })
    } catch (error) {
      if (this.#over) return
      this.#tell({ type: 'abort', id })
      this.fail(toTransportError(error))
    }
  }

  #tell(message: RequestMessage, transfer: ArrayBuffer[] = []): void {
    this.#options.port.postMessage(message, transfer)
  }

  #finish(): void {
    this.#over = true
    this.#credit.cancel()
    this.#options.call.signal.removeEventListener('abort', this.abort)
    this.#options.onOver()
  }
}
