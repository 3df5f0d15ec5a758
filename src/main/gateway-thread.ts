// The main thread's side of the gateway worker: starts it, tells it its settings, hears its exchanges, starts it again if it dies.
import { Worker } from 'node:worker_threads'
import { ApiError } from '#shared/schemas/api-error'
import type { Exchange } from '#shared/schemas/exchange'
import type { GatewayAddress, GatewayHandle, GatewaySettings } from './gateway-settings'

export type GatewayRequest =
  | { readonly type: 'configure'; readonly id: number; readonly settings: GatewaySettings }
  | { readonly type: 'close'; readonly grace: number }

/** `id` names the request that is answered; 0 is the start. */
export type GatewayReply =
  | { readonly type: 'listening'; readonly id: number; readonly address: GatewayAddress }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  | { readonly type: 'closed' }

export interface GatewayThreadEvents {
  readonly onExchange: (exchange: Exchange) => void
  /** The worker died and another one has been started. */
  readonly onRestart: (reason: string) => void
}

interface Waiting {
  readonly resolve: (address: GatewayAddress) => void
  readonly reject: (error: Error) => void
}

/** A worker that dies more often than this is not started again. */
const mostRestarts = 5

export function startGatewayThread(
  file: string,
  first: GatewaySettings,
  events: GatewayThreadEvents,
): GatewayHandle {
  const waiting = new Map<number, Waiting>()
  let settings = first
  let requests = 0
  let restarts = 0
  let closing = false
  let gone = false
  let address = answerTo(0)
  let worker = spawn()

  function answerTo(id: number): Promise<GatewayAddress> {
    const answer = new Promise<GatewayAddress>((resolve, reject) => waiting.set(id, { resolve, reject }))
    // Whoever asks for the address hears of the failure; nobody need have asked.
    answer.catch(() => undefined)
    return answer
  }

  function spawn(): Worker {
    const next = new Worker(file, { workerData: settings })
    let reason = 'The gateway has stopped.'
    next.on('message', hear)
    next.on('error', (error: unknown) => {
      reason = `The gateway stopped: ${error instanceof Error ? error.message : String(error)}`
    })
    next.on('exit', () => {
      for (const id of [...waiting.keys()]) settle(id, (one) => one.reject(new ApiError('INTERNAL', reason)))
      gone = closing || restarts >= mostRestarts
      if (gone) return
      restarts += 1
      address = answerTo(0)
      worker = spawn()
      events.onRestart(reason)
    })
    return next
  }

  function hear(reply: GatewayReply): void {
    if (reply.type === 'exchange') events.onExchange(reply.exchange)
    if (reply.type === 'listening') settle(reply.id, (one) => one.resolve(reply.address))
    if (reply.type === 'failed')
      settle(reply.id, (one) => one.reject(new ApiError('UNAVAILABLE', reply.message)))
  }

  function settle(id: number, how: (one: Waiting) => void): void {
    const one = waiting.get(id)
    waiting.delete(id)
    if (one) how(one)
  }

  return {
    address: () => address,
    configure: (next) => {
      settings = next
      requests += 1
      const before = address
      const answer = answerTo(requests)
      worker.postMessage({ type: 'configure', id: requests, settings: next } satisfies GatewayRequest)
      // A port that cannot be opened leaves the old one open.
      address = answer.catch(() => before)
      return answer
    },
    close: async (grace) => {
      closing = true
      if (!gone) await closeWorker(worker, grace)
    },
  }
}

async function closeWorker(worker: Worker, grace: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    worker.on('message', (reply: GatewayReply) => {
      if (reply.type === 'closed') resolve()
    })
    worker.on('exit', () => resolve())
  })
  worker.postMessage({ type: 'close', grace } satisfies GatewayRequest)
  await closed
  await worker.terminate()
}
