// The main thread's side of the gateway worker: starts and configures it, receives exchanges, restarts it if it dies.
import { toRemoteFunctions } from '#gateway/port-calls'
import { createWorkerClient } from '#gateway/worker-client'
import { ApiError } from '#shared/schemas/api-error'
import { threadEnvironment } from '../compile-cache'
import { createEventLimit } from '../error-policy'
import type { GatewayEvents } from './gateway-controller'
import type { GatewayAddress, GatewayHandle, GatewaySettings } from './gateway-settings'
import { type NetworkFunctions, networkFunctions, type SystemNetwork } from './system-network'

/** Functions of the main thread for the gateway's thread. */
export type GatewayHostFunctions = NetworkFunctions &
  Pick<GatewayEvents, 'onExchanges' | 'onRefusals' | 'onRejectedExchange' | 'onRunning'>

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
  const { onExchanges, onRefusals, onRejectedExchange, onRunning, network } = host
  const events = { onExchanges, onRefusals, onRejectedExchange, onRunning }
  const thread = createWorkerClient<GatewayHandle>({
    program: file,
    name: 'gateway',
    options: () => {
      network.configure(settings.network)
      return { workerData: settings, env: threadEnvironment() }
    },
    functions: { ...networkFunctions(network), ...events } satisfies GatewayHostFunctions,
    restart: host.mayRestart ?? createEventLimit(maxRestarts, restartPeriodMs),
    toError: (thrown) =>
      new ApiError('INTERNAL', thrown ? `The gateway stopped: ${thrown.message}` : 'The gateway stopped.'),
    onDeath: ({ message }, thrown) => {
      address = requestAddress()
      host.onRestart(message, thrown)
    },
  })
  const { call } = thread
  let address = requestAddress()

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

  return toRemoteFunctions<
    GatewayHandle,
    Pick<GatewayHandle, 'address' | 'configure' | 'retryPort' | 'close'>
  >(call, {
    address: () => address,
    configure: (next) => {
      settings = next
      network.configure(next.network)
      return move(call('configure', next))
    },
    retryPort: () => move(call('retryPort', undefined)),
    close: thread.close,
  })
}
