// Runs the application's gateway in its own thread, so that a busy main thread never delays a stream.
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { openPortCalls } from '#gateway/port-calls'
import { createExchangeReporter } from './exchange-reporter'
import type { GatewayHandle, GatewaySettings } from './gateway-settings'
import type { GatewayHostFunctions } from './gateway-thread'
import { openGateway } from './open-gateway'
import { networkingOverPort } from './system-network'

if (!parentPort) throw new Error('This program runs as a worker thread.')

const functions: GatewayHandle = {
  address: async () => (await opening).address(),
  configure: async (settings) => (await opening).configure(settings),
  retryPort: async () => (await opening).retryPort(),
  check: async (upstream, signal) => (await opening).check(upstream, signal),
  listModels: async (upstream, signal) => (await opening).listModels(upstream, signal),
  stop: async (id) => (await opening).stop(id),
  flush: async () => {
    await (await opening).flush()
    exchanges.flush()
  },
  close: (graceMs) =>
    opening
      .then((gateway) => gateway.close(graceMs))
      .catch(() => undefined)
      .finally(exchanges.flush),
}
const main = openPortCalls<GatewayHostFunctions>(parentPort, { ...functions })
const exchanges = createExchangeReporter((report) => main.emit('onExchanges', report))
// Also after an error that nothing has caught.
process.on('exit', exchanges.flush)
// The main thread always passes this type.
const opening = openGateway(workerData as GatewaySettings, exchanges.add, {
  networking: networkingOverPort(main),
  bodyWorker: join(__dirname, 'body-worker.cjs'),
  demoWorker: join(__dirname, 'demo-worker.cjs'),
  onRefusals: (counts) => main.emit('onRefusals', counts),
  onRejectedExchange: (exchange) => main.emit('onRejectedExchange', exchange),
  onRunning: (running) => main.emit('onRunning', running),
})
// Each call reports the failure to its caller.
opening.catch(() => undefined)
