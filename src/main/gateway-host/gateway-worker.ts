// Runs the application's gateway in its own thread, so that a busy main loop never delays a stream.
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { ApiError } from '#shared/schemas/api-error'
import type { UpstreamReport } from '#shared/schemas/upstream-report'
import type { GatewayHandle } from './gateway-settings'
import type { GatewayStart, GatewayWorkerMessage, GatewayWorkerRequest } from './gateway-thread'
import { openGateway } from './open-gateway'
import { networkingOverPorts } from './system-network'

const port = parentPort
if (!port) throw new Error('This program runs as a worker thread.')
const post = (reply: GatewayWorkerMessage) => port.postMessage(reply)

// Main passes nothing else when it starts the thread.
const { settings, ports } = workerData as GatewayStart
const opening = openGateway(settings, (exchange) => post({ type: 'exchange', exchange }), {
  ways: networkingOverPorts(ports),
  bodyWorker: join(__dirname, 'body-worker.cjs'),
  demoWorker: join(__dirname, 'demo-worker.cjs'),
  onRefusals: (counts) => post({ type: 'refusals', counts }),
})

/** Running tests of upstreams, by the id of their request. */
const checks = new Map<number, AbortController>()

async function respond(request: GatewayWorkerRequest, handle: GatewayHandle): Promise<void> {
  switch (request.type) {
    case 'configure':
      return post({ type: 'done', id: request.id, outcome: await handle.configure(request.settings) })
    case 'retry-port':
      return post({ type: 'done', id: request.id, outcome: await handle.retryPort() })
    case 'check':
      return post({ type: 'done', id: request.id, outcome: await check(request, handle) })
    case 'leave':
      return checks.get(request.id)?.abort()
    case 'close':
      return await handle.close(request.grace)
  }
}

async function check(
  { id, upstream }: GatewayWorkerRequest & { type: 'check' },
  handle: GatewayHandle,
): Promise<UpstreamReport> {
  const leaving = new AbortController()
  checks.set(id, leaving)
  return await handle.check(upstream, leaving.signal).finally(() => checks.delete(id))
}

function postFailure(id: number, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  post({ type: 'failed', id, code: error instanceof ApiError ? error.code : 'UNAVAILABLE', message })
}

opening.then(
  async (handle) => post({ type: 'done', id: 0, outcome: await handle.address() }),
  (error: unknown) => postFailure(0, error),
)

port.on('message', (request: GatewayWorkerRequest) => {
  opening
    .then((handle) => respond(request, handle))
    .catch((error: unknown) => postFailure('id' in request ? request.id : 0, error))
    .finally(() => {
      // Also if it never opened, or failed to close: main must not wait forever.
      if (request.type === 'close') post({ type: 'closed' })
    })
})
