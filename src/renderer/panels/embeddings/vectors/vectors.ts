// The client for a set's vectors, which are stored in a worker.
import { ApiError } from '#shared/schemas/api-error'
import { type VectorsRequest, vectorsChannel } from '#shared/vectors/vector-port'
import { requestPort } from '../../../api/request-port'
import { connectWorker, type WorkerClient } from '../../../api/worker-calls'
import type { VectorHandlers } from './vector-handlers'
import type { OpenedVectors } from './vector-types'
import type { VectorWorkerHandlers } from './vector-worker'

/**
 * Calls reject with an `ApiError` whose message is for the user, or with an `AbortError` if their signal is aborted or
 * the vectors are closed. Short calls are answered while a long one is running.
 */
export interface Vectors {
  /** Resolves once it is known which rows have a vector; calls wait for the rows they need. */
  readonly opened: Promise<OpenedVectors>
  readonly call: WorkerClient<VectorHandlers>['call']
  close(): void
}

/** A started worker, and the port that it will receive. */
interface Start {
  readonly worker: Worker
  readonly port: Promise<MessagePort>
}

let spare: Start | undefined

/** Starts the worker in advance, because starting takes 100 ms. */
export function prepareVectors(): void {
  spare ??= start()
}

function start(): Start {
  const worker = new Worker(new URL('./vector-worker.ts', import.meta.url), { type: 'module' })
  const port = requestPort(vectorsChannel)
  // Opening vectors reports the error; the next attempt starts again.
  port.catch(() => {
    if (spare?.port === port) spare = undefined
  })
  return { worker, port }
}

export function openVectors(id: string, dimensions: number): Vectors {
  const { worker, port: portPromise } = spare ?? start()
  spare = undefined
  const client = connectWorker<VectorWorkerHandlers>(
    worker,
    'Not enough memory for these vectors. Close other apps, or use fewer dimensions.',
  )
  let isClosed = false
  portPromise.then(
    (port) => {
      if (isClosed) return port.close()
      // Requested immediately, so that vectors are sent while the worker starts.
      port.postMessage({ id, dimensions } satisfies VectorsRequest)
      // If it fails, `open` rejects with the reason.
      client.call('connect', port).catch(() => undefined)
    },
    (error: Error) => client.close(new ApiError('UNAVAILABLE', error.message)),
  )
  return createVectorsClient(client, dimensions, () => {
    isClosed = true
    worker.terminate()
  })
}

/** Creates the client over any channel to the worker. */
export function createVectorsClient(
  client: WorkerClient<VectorHandlers>,
  dimensions: number,
  stop: () => void,
): Vectors {
  const opened = client.call('open', { dimensions })
  // Every call reports the error; `opened` itself need not be awaited.
  opened.catch(() => undefined)
  const close = () => {
    client.close()
    stop()
  }
  return { opened, call: client.call, close }
}
