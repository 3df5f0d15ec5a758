// Worker thread of the demo service, which handles the requests of the gateway's thread.
import { parentPort, workerData } from 'node:worker_threads'
import { createDemoService } from '#demo/demo'
import { openPortCalls } from '#gateway/port-calls'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import type { DemoFunctions, DemoWorkerData } from './demo-thread'
import { requestFunctions } from './requests-over-port'

if (!parentPort) throw new Error('This program runs as a worker thread.')

// The gateway's thread always passes this type.
const { pace, models: initialModels } = workerData as DemoWorkerData
let models = initialModels
const send = createDemoService({ pace: pace ?? undefined, models: () => models })
const functions: DemoFunctions = {
  ...requestFunctions({ send: (_, call) => sendToDemo(call) }),
  setModels: (next) => {
    models = next
  },
}
openPortCalls(parentPort, functions)

async function sendToDemo(request: HttpRequest): Promise<HttpResponse> {
  try {
    const response = await send(request)
    const { body } = response
    return { ...response, body: body === null || body instanceof Uint8Array ? body : readBody(body) }
  } catch (error) {
    throw toBug(error)
  }
}

async function* readBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body
  } catch (error) {
    throw toBug(error)
  }
}

/** The demo has no network, which every other error would be taken for. */
function toBug(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError('INTERNAL', 'Internal error of the demo. This is a bug.', { cause: error })
}
