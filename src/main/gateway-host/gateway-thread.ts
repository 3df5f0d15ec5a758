// The main thread's side of the gateway worker: starts it, sends it its settings, receives its exchanges, restarts it if it dies.
import { Worker } from 'node:worker_threads'
import { ApiError, type ErrorCode } from '#shared/schemas/api-error'
import type { Exchange, RefusalCounts } from '#shared/schemas/exchange'
import type { UpstreamReport } from '#shared/schemas/upstream-report'
import { createEventLimit } from '../error-policy'
import type { GatewayAddress, GatewayHandle, GatewaySettings } from './gateway-settings'
import { PendingRequests } from './pending-requests'
import { openSystemPorts, type SystemNetwork, type SystemPorts } from './system-network'

/** What the thread is given at its start. */
export interface GatewayStart {
  readonly settings: GatewaySettings
  readonly ports: SystemPorts
}

export type GatewayWorkerRequest =
  | { readonly type: 'configure'; readonly id: number; readonly settings: GatewaySettings }
  | { readonly type: 'retry-port'; readonly id: number }
  | { readonly type: 'check'; readonly id: number; readonly upstream: string }
  /** Nobody waits for the answer to the request of this id any more. */
  | { readonly type: 'leave'; readonly id: number }
  | { readonly type: 'close'; readonly grace: number }

/** `id` names the request that is answered; 0 is the start. */
export type GatewayWorkerMessage =
  | { readonly type: 'done'; readonly id: number; readonly outcome: GatewayAddress | UpstreamReport }
  | { readonly type: 'failed'; readonly id: number; readonly code: ErrorCode; readonly message: string }
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  | { readonly type: 'refusals'; readonly counts: RefusalCounts }
  | { readonly type: 'closed' }

export interface GatewayThreadHost {
  readonly onExchange: (exchange: Exchange) => void
  readonly onRefusals: (counts: RefusalCounts) => void
  /** The worker died. Another one has been started, unless `address` rejects. */
  readonly onRestart: (reason: string, error?: unknown) => void
  readonly network: SystemNetwork
  /** Whether the worker may be started again now; tests have a clock of their own. */
  readonly mayRestart?: () => boolean
}

/** A worker that dies more often within a minute is not started again. */
const maxRestarts = 5
const restartPeriodMs = 60_000

export function startGatewayThread(
  file: string,
  first: GatewaySettings,
  host: GatewayThreadHost,
): GatewayHandle {
  const waiting = new PendingRequests()
  let settings = first
  const mayRestart = host.mayRestart ?? createEventLimit(maxRestarts, restartPeriodMs)
  let closing = false
  let gone = false
  let exitReason = ''
  let address = waiting.add<GatewayAddress>(0)
  let worker = spawn()

  function spawn(): Worker {
    host.network.configure(settings.network)
    const ports = openSystemPorts(host.network)
    const next = new Worker(file, {
      workerData: { settings, ports } satisfies GatewayStart,
      transferList: [ports.questions, ports.calls],
    })
    let reason = 'The gateway has stopped.'
    let cause: unknown
    next.on('message', hear)
    next.on('error', (error: unknown) => {
      cause = error
      reason = `The gateway stopped: ${error instanceof Error ? error.message : String(error)}`
    })
    next.on('exit', () => {
      exitReason = reason
      waiting.rejectAll(reason)
      gone = closing || !mayRestart()
      if (closing) return
      address = waiting.add(0)
      if (gone) waiting.rejectAll(reason)
      else worker = spawn()
      host.onRestart(reason, cause)
    })
    return next
  }

  function hear(reply: GatewayWorkerMessage): void {
    if (reply.type === 'exchange') host.onExchange(reply.exchange)
    if (reply.type === 'refusals') host.onRefusals(reply.counts)
    if (reply.type === 'done') waiting.resolve(reply.id, reply.outcome)
    if (reply.type === 'failed') waiting.reject(reply.id, new ApiError(reply.code, reply.message))
  }

  /** What has died for good would never answer. */
  function ask<Outcome>(toRequest: (id: number) => GatewayWorkerRequest): Promise<Outcome> {
    if (gone) return Promise.reject(new ApiError('INTERNAL', exitReason))
    const { id, answer } = waiting.next<Outcome>()
    worker.postMessage(toRequest(id))
    return answer
  }

  /** A port that cannot be opened leaves the old one open. */
  function move(toRequest: (id: number) => GatewayWorkerRequest): Promise<GatewayAddress> {
    const [before, answer] = [address, ask<GatewayAddress>(toRequest)]
    address = answer.catch(() => before)
    address.catch(() => undefined)
    return answer
  }

  return {
    address: () => address,
    configure: (next) => {
      settings = next
      host.network.configure(next.network)
      return move((id) => ({ type: 'configure', id, settings: next }))
    },
    retryPort: () => move((id) => ({ type: 'retry-port', id })),
    check: async (upstream, signal) => {
      let leave = () => {}
      const answer = ask<UpstreamReport>((id) => {
        leave = () => worker.postMessage({ type: 'leave', id } satisfies GatewayWorkerRequest)
        return { type: 'check', id, upstream }
      })
      signal?.addEventListener('abort', leave)
      if (signal?.aborted) leave()
      return await answer.finally(() => signal?.removeEventListener('abort', leave))
    },
    close: async (grace) => {
      closing = true
      if (!gone) await closeWorker(worker, grace)
    },
  }
}

/** Milliseconds beyond its grace after which a thread that does not close is ended all the same. */
const closeTimeout = 2_000

async function closeWorker(worker: Worker, grace: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const closed = new Promise<void>((resolve) => {
    worker.on('message', (reply: GatewayWorkerMessage) => {
      if (reply.type === 'closed') resolve()
    })
    worker.on('exit', () => resolve())
    timer = setTimeout(resolve, grace + closeTimeout)
  })
  worker.postMessage({ type: 'close', grace } satisfies GatewayWorkerRequest)
  await closed
  clearTimeout(timer)
  await worker.terminate()
}
