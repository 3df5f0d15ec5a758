// Calls that another thread asks for: the carrying side, over whatever way out this thread has.
import type { MessagePort } from 'node:worker_threads'
import type { Outbound } from '#gateway/outbound/outbound'
import { toTransportError } from '#gateway/outbound/transport-error'
import type { Answer } from '#shared/wire/call'
import {
  type AnswerMessage,
  type CallHead,
  type CallMessage,
  initialCredit,
  toFailure,
} from './call-messages'
import { Credit } from './credit'
import { GrantingFlow } from './granting-flow'
import { copyExactly, pumpBody } from './pump-body'

/** The other end of the port belongs to `sendOverPort`; when it is gone, everything under way is broken off. */
export function carryCalls(port: MessagePort, outbound: Pick<Outbound, 'sendTo'>): void {
  const calls = new Map<number, CarriedCall>()
  const tell: Tell = (message, transfer = []) => port.postMessage(message, transfer)
  port.on('message', (message: CallMessage) => {
    if (message.type !== 'call') {
      calls.get(message.id)?.hear(message)
      return
    }
    const call = new CarriedCall(message, tell)
    calls.set(message.id, call)
    void call.carry(outbound).finally(() => calls.delete(message.id))
  })
  port.on('close', () => {
    for (const call of calls.values()) call.abort()
  })
}

type Tell = (message: AnswerMessage, transfer?: ArrayBuffer[]) => void

class CarriedCall {
  readonly #head: CallHead
  readonly #tell: Tell
  readonly #leaving = new AbortController()
  readonly #credit = new Credit(initialCredit)
  readonly #flow: GrantingFlow

  constructor(head: CallHead, tell: Tell) {
    this.#head = head
    this.#tell = tell
    const { id } = head
    this.#flow = new GrantingFlow(
      (bytes) => tell({ type: 'credit', id, bytes }),
      () => undefined,
    )
  }

  /** Never rejects: a failure is told to the other side. */
  async carry(outbound: Pick<Outbound, 'sendTo'>): Promise<void> {
    const { id, origin, method, path, headers, body } = this.#head
    const { signal } = this.#leaving
    try {
      const flows = body === 'flows' ? this.#flow.body : body
      await this.#deliver(await outbound.sendTo(origin)({ method, path, headers, body: flows, signal }))
    } catch (error) {
      this.#tell({ type: 'failed', id, failure: toFailure(toTransportError(error)) })
    }
  }

  hear(message: Exclude<CallMessage, CallHead>): void {
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
