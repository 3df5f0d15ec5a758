// Sends requests for another thread: the serving side, over any outbound transport of this thread.
import type { MessagePort } from 'node:worker_threads'
import type { Outbound } from '#gateway/outbound/outbound'
import { toTransportError } from '#gateway/outbound/transport-error'
import type { Answer } from '#shared/wire/call'
import {
  Credit,
  CreditedChunkQueue,
  copyExactly,
  initialCredit,
  pumpBody,
  type RequestHead,
  type RequestMessage,
  type ResponseMessage,
  toFailure,
} from './request-messages'

/** The other end of the port belongs to `sendOverPort`; when it is gone, everything under way is broken off. */
export function serveRequestsOverPort(port: MessagePort, outbound: Pick<Outbound, 'send'>): void {
  const calls = new Map<number, PortRequest>()
  const tell: Tell = (message, transfer = []) => port.postMessage(message, transfer)
  port.on('message', (message: RequestMessage) => {
    if (message.type !== 'call') {
      calls.get(message.id)?.hear(message)
      return
    }
    const call = new PortRequest(message, tell)
    calls.set(message.id, call)
    void call.carry(outbound).finally(() => calls.delete(message.id))
  })
  port.on('close', () => {
    for (const call of calls.values()) call.abort()
  })
}

type Tell = (message: ResponseMessage, transfer?: ArrayBuffer[]) => void

class PortRequest {
  readonly #head: RequestHead
  readonly #tell: Tell
  readonly #leaving = new AbortController()
  readonly #credit = new Credit(initialCredit)
  readonly #flow: CreditedChunkQueue

  constructor(head: RequestHead, tell: Tell) {
    this.#head = head
    this.#tell = tell
    const { id } = head
    this.#flow = new CreditedChunkQueue(
      (bytes) => tell({ type: 'credit', id, bytes }),
      () => undefined,
    )
  }

  /** Never rejects: a failure is told to the other side. */
  async carry(outbound: Pick<Outbound, 'send'>): Promise<void> {
    const { id, origin, method, path, headers, body } = this.#head
    const { signal } = this.#leaving
    try {
      const flows = body === 'flows' ? this.#flow.body : body
      await this.#deliver(await outbound.send(origin, { method, path, headers, body: flows, signal }))
    } catch (error) {
      this.#tell({ type: 'failed', id, failure: toFailure(toTransportError(error)) })
    }
  }

  hear(message: Exclude<RequestMessage, RequestHead>): void {
    if (message.type === 'credit') this.#credit.grant(message.bytes)
    if (message.type === 'chunk') this.#flow.receive(message.chunk)
    if (message.type === 'end') this.#flow.body.end()
    if (message.type === 'abort') this.abort()
  }

  abort(): void {
    this.#leaving.abort()
    this.#credit.cancel()
    this.#flow.body.fail(new Error('The call was broken off.'))
  }

  async #deliver({ status, headers, body }: Answer): Promise<void> {
    const { id } = this.#head
    const head = { type: 'answer', id, status, headers } as const
    if (body === null) return this.#tell({ ...head, body })
    if (body instanceof Uint8Array) {
      const copy = copyExactly(body)
      return this.#tell({ ...head, body: copy }, [copy.buffer])
    }
    this.#tell({ ...head, body: 'flows' })
    await pumpBody(body, {
      credit: this.#credit,
      isOver: () => this.#leaving.signal.aborted,
      send: (chunk) => this.#tell({ type: 'chunk', id, chunk }, [chunk.buffer]),
    })
    this.#tell({ type: 'end', id })
  }
}
