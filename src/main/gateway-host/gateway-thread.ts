// The main thread's side of the gateway worker: starts and configures it, receives exchanges, restarts it if it dies.
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { openPortCalls, type PortCalls } from '#gateway/port-calls'
import type { ModelEntry } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { Exchange, ExchangeSummary, RefusalCounts } from '#shared/schemas/exchange'
import type { UpstreamReport } from '#shared/schemas/upstream-report'
import { threadEnvironment } from '../compile-cache'
import { createEventLimit } from '../error-policy'
import type { ExchangeReport } from './exchange-reporter'
import type { GatewayEvents } from './gateway-controller'
import type { GatewayAddress, GatewayHandle, GatewaySettings } from './gateway-settings'
import { type NetworkFunctions, networkFunctions, type SystemNetwork } from './system-network'

/** Functions of the gateway's thread for the main thread. Its worker data are the first settings. */
export type GatewayFunctions = {
  address(input: undefined): Promise<GatewayAddress>
  configure(settings: GatewaySettings): Promise<GatewayAddress>
  retryPort(input: undefined): Promise<GatewayAddress>
  check(upstream: string, signal: AbortSignal): Promise<UpstreamReport>
  listModels(upstream: string, signal: AbortSignal): Promise<readonly ModelEntry[]>
  stop(id: string): Promise<boolean>
  flush(input: undefined): Promise<void>
  /** Resolves even if it never opened, or failed to close. */
  close(graceMs: number): Promise<void>
}

/** Functions of the main thread for the gateway's thread. */
export type GatewayHostFunctions = NetworkFunctions & {
  onExchanges(report: ExchangeReport): void
  onRefusals(counts: RefusalCounts): void
  onRejectedExchange(exchange: Exchange): void
  onRunning(running: readonly ExchangeSummary[]): void
}

export interface GatewayThreadHost extends Omit<GatewayEvents, 'onExchange'> {
  readonly network: SystemNetwork
  /** Whether the worker may be restarted now; tests replace its clock. */
  readonly mayRestart?: () => boolean
}

/** A worker that dies more often within a minute is not restarted. */
const maxRestarts = 5
const restartPeriodMs = 60_000

export function startGatewayThread(
  file: string,
  first: GatewaySettings,
  host: GatewayThreadHost,
): GatewayHandle {
  let settings = first
  const mayRestart = host.mayRestart ?? createEventLimit(maxRestarts, restartPeriodMs)
  let closing = false
  /** Why the last worker died; set when it is not restarted. */
  let end: ApiError | undefined
  /** Rejects instead of waiting for a worker that will not be restarted. */
  const call: PortCalls<GatewayFunctions>['call'] = (name, input, options) =>
    end ? Promise.reject(end) : running.calls.call(name, input, options)
  let running = spawn()
  let address = requestAddress()

  function spawn() {
    host.network.configure(settings.network)
    const worker = new Worker(file, { workerData: settings, env: threadEnvironment() })
    const { onExchanges, onRefusals, onRejectedExchange, onRunning, network } = host
    const events = { onExchanges, onRefusals, onRejectedExchange, onRunning }
    const functions: GatewayHostFunctions = { ...networkFunctions(network), ...events }
    const calls = openPortCalls<GatewayFunctions>(worker, functions)
    let reason = 'The gateway stopped.'
    let cause: unknown
    worker.on('error', (error: unknown) => {
      cause = error
      reason = `The gateway stopped: ${error instanceof Error ? error.message : String(error)}`
    })
    worker.on('exit', () => {
      const error = new ApiError('INTERNAL', reason)
      if (closing || !mayRestart()) end = error
      calls.close(error)
      if (closing) return
      if (!end) running = spawn()
      address = requestAddress()
      host.onRestart(reason, cause)
    })
    return { worker, calls }
  }

  function requestAddress(): Promise<GatewayAddress> {
    const answer = call('address', undefined)
    // Callers that await it receive the error; without any, it must not be unhandled.
    answer.catch(() => undefined)
    return answer
  }

  /** A port that cannot be opened leaves the old one open. */
  function move(answer: Promise<GatewayAddress>): Promise<GatewayAddress> {
    const before = address
    address = answer.catch(() => before)
    address.catch(() => undefined)
    return answer
  }

  return {
    address: () => address,
    configure: (next) => {
      settings = next
      host.network.configure(next.network)
      return move(call('configure', next))
    },
    retryPort: () => move(call('retryPort', undefined)),
    check: (upstream, signal) => call('check', upstream, { signal }),
    listModels: (upstream, signal) => call('listModels', upstream, { signal }),
    stop: (id) => call('stop', id),
    flush: () => call('flush', undefined),
    close: async (graceMs) => {
      closing = true
      if (end) return
      // The worker may have died in the meantime.
      const closed = running.calls.call('close', graceMs).catch(() => undefined)
      const timer = new AbortController()
      await Promise.race([closed, pause(graceMs + closeTimeout, undefined, { signal: timer.signal })])
      timer.abort()
      await running.worker.terminate()
    },
  }
}

/** Milliseconds after its grace period, when a worker that does not close is terminated. */
const closeTimeout = 2_000
