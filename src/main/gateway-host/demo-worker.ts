// The thread of the demo service: answers the requests that arrive over its port.
import { workerData } from 'node:worker_threads'
import { createDemoService } from '#demo/demo'
import type { DemoMessage, DemoWorkerData } from './demo-thread'
import { serveRequestsOverPort } from './serve-over-port'

// The gateway's thread passes nothing else at the start.
const { port, pace, models: first } = workerData as DemoWorkerData
let models = first
port.on('message', (message: DemoMessage) => {
  if (message.type === 'models') models = message.models
})
const send = createDemoService({ pace: pace ?? undefined, models: () => models })
serveRequestsOverPort(port, { send: (_, call) => send(call) })
