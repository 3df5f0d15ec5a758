// Worker thread of the demo service, which handles the requests of the gateway's thread.
import { parentPort, workerData } from 'node:worker_threads'
import { createDemoService } from '#demo/demo'
import { openPortCalls } from '#gateway/port-calls'
import type { DemoFunctions, DemoWorkerData } from './demo-thread'
import { requestFunctions } from './requests-over-port'

if (!parentPort) throw new Error('This program runs as a worker thread.')

// The gateway's thread always passes this type.
const { pace, models: initialModels } = workerData as DemoWorkerData
let models = initialModels
const send = createDemoService({ pace: pace ?? undefined, models: () => models })
const functions: DemoFunctions = {
  ...requestFunctions({ send: (_, call) => send(call) }),
  setModels: (next) => {
    models = next
  },
}
openPortCalls(parentPort, functions)
