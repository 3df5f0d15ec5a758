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
const tell = (reply: GatewayWorkerMessage) => port.postMessage(reply)

// Main passes nothing else at the thread's start.
const { settings, ports } = workerData as GatewayStart
const opening = openGateway(settings, (exchange) => tell({ type: 'exchange', exchange }), {
  ways: networkingOverPorts(ports),
  bodyWorker: join(__dirname, 'body-worker.cjs'),
  demoWorker: join(__dirname, 'demo-worker.cjs'),
  onRefusals: (counts) => tell({ type: 'refusals', counts }),
})

/** Tests of upstreams that are under way, by their requests. */
const checks = new Map<number, AbortController>()

async function answer(request: GatewayWorkerRequest, handle: GatewayHandle): Promise<void> {
  switch (request.type) {
    case 'configure':
      return tell({ type: 'done', id: request.id, outcome: await handle.configure(request.settings) })
    case 'retry-port':
      return tell({ type: 'done', id: request.id, outcome: await handle.retryPort() })
    case 'check':
      return tell({ type: 'done', id: request.id, outcome: await check(request, handle) })
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

function tellFailure(id: number, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  tell({ type: 'failed', id, code: error instanceof ApiError ? error.code : 'UNAVAILABLE', message })
}

opening.then(
  async (handle) => tell({ type: 'done', id: 0, outcome: await handle.address() }),
  (error: unknown) => tellFailure(0, error),
)

port.on('message', (request: GatewayWorkerRequest) => {
  opening
    .then((handle) => answer(request, handle))
    .catch((error: unknown) => tellFailure('id' in request ? request.id : 0, error))
    .finally(() => {
      // Also where it never opened, or did not close well: whoever waits for that must not wait for ever.
      if (request.type === 'close') tell({ type: 'closed' })
    })
})
