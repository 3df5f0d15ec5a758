// The thread of the demo service: answers the requests that arrive over its port.
import { workerData } from 'node:worker_threads'
import { createDemoService } from '#demo/demo'
import type { DemoMessage, DemoWorkerData } from './demo-thread'
import { carryCalls } from './system-network/carry-calls'

// The gateway's thread passes nothing else at the start.
const { port, pace, models: first } = workerData as DemoWorkerData
let models = first
port.on('message', (message: DemoMessage) => {
  if (message.type === 'models') models = message.models
})
const send = createDemoService({ pace: pace ?? undefined, models: () => models })
carryCalls(port, { sendTo: () => send })
