// The worker's edge: hears calls, lets each work in turns with the others, and sends back what came of it.
import { ApiError } from '#shared/schemas/api-error'
import type { Answers } from './answer-calls'
import type { CallName, Gives, Takes } from './vector-calls'
import { Cancelled, startWork, type Work } from './work'
import type { Channel, FromWorker, ToWorker } from './worker-messages'

export interface ServePorts {
  readonly channel: Channel<FromWorker>
  now(): number
  /** Settles after the messages that wait have been heard. */
  turn(): Promise<void>
}

/** What is to be called with each message. */
export function serveCalls(answers: Answers, ports: ServePorts): (message: ToWorker) => void {
  const cancelled = new Set<number>()
  const underWay = new Set<number>()
  return (message) => {
    if (message.type === 'cancel') {
      if (underWay.has(message.id)) cancelled.add(message.id)
      return
    }
    const { id } = message
    underWay.add(id)
    const work = startWork({
      now: ports.now,
      turn: ports.turn,
      isCancelled: () => cancelled.has(id),
      tell: (progress) => ports.channel.postMessage({ type: 'progress', id, progress }, []),
    })
    const send = (news: FromWorker, transfer: Transferable[] = []) => {
      underWay.delete(id)
      cancelled.delete(id)
      ports.channel.postMessage(news, transfer)
    }
    answer(answers, message, work).then(
      (given) => send({ type: 'answer', id, answer: given }, listBuffers(given)),
      (error) => send({ type: 'failure', id, ...toFailure(error) }),
    )
  }
}

function answer(answers: Answers, { name, input }: ToWorker & { type: 'call' }, work: Work) {
  // Each name has its own input; TypeScript does not follow the pairing through a union.
  const call = answers[name] as (input: Takes<CallName>, work: Work) => Promise<Gives<CallName>>
  return call(input, work)
}

/** Typed arrays of an answer are made for it, and handed over instead of copied. */
function listBuffers(given: Gives<CallName>): Transferable[] {
  const parts = ArrayBuffer.isView(given) ? [given] : Object.values(given)
  return parts.flatMap((part) =>
    ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer ? [part.buffer] : [],
  )
}

function toFailure(error: unknown): Pick<FromWorker & { type: 'failure' }, 'code' | 'message'> {
  if (error instanceof Cancelled) return { code: null, message: 'It was cancelled.' }
  if (error instanceof ApiError) return { code: error.code, message: error.message }
  if (error instanceof RangeError)
    return { code: 'RESOURCE_EXHAUSTED', message: 'There is not enough memory for that many vectors.' }
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : 'It could not be computed.' }
}
