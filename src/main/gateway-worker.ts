// The application's gateway in a thread of its own, so that a busy main loop never delays a stream: messages in, messages out.
import { parentPort, workerData } from 'node:worker_threads'
import { openGateway } from './compose'
import type { GatewayHandle, GatewaySettings } from './gateway-settings'
import type { GatewayReply, GatewayRequest } from './gateway-thread'

const port = parentPort
if (!port) throw new Error('This program runs as a worker thread.')
const tell = (reply: GatewayReply) => port.postMessage(reply)

// The first settings come with the thread's start; main passes nothing else there.
const opening = openGateway(workerData as GatewaySettings, (exchange) => tell({ type: 'exchange', exchange }))

async function answer(request: GatewayRequest, handle: GatewayHandle): Promise<void> {
  if (request.type === 'close') {
    await handle.close(request.grace)
    tell({ type: 'closed' })
    return
  }
  tell({ type: 'listening', id: request.id, address: await handle.configure(request.settings) })
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

opening.then(
  async (handle) => tell({ type: 'listening', id: 0, address: await handle.address() }),
  (error: unknown) => tell({ type: 'failed', id: 0, message: explain(error) }),
)

port.on('message', (request: GatewayRequest) => {
  opening
    .then((handle) => answer(request, handle))
    .catch((error: unknown) =>
      tell({ type: 'failed', id: 'id' in request ? request.id : 0, message: explain(error) }),
    )
})
