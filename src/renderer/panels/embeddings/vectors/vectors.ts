// The client for a set's vectors, which are stored in a worker.
import { ApiError } from '#shared/schemas/api-error'
import { type VectorsRequest, vectorsChannel } from '#shared/vectors/vector-port'
import { requestPort } from '../../../api/request-port'
import { type CallOptions, connectWorker, type WorkerClient } from '../../../api/worker-calls'
import type { VectorHandlers } from './vector-handlers'
import type { MetricOptions, OpenedVectors, Overlaps } from './vector-types'
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

interface CompareOptions extends Partial<MetricOptions>, CallOptions {
  readonly k: number
  /** Pairs of rows with the same text; by default rows with the same id. */
  readonly pairs?: readonly (readonly [mine: number, theirs: number])[]
}

export interface Comparison extends Overlaps {
  /** Smaller than requested if there are few rows. */
  readonly k: number
  /** The compared rows of this set, with the other's at the same index; `overlaps` is parallel to them. */
  readonly rowIds: Uint32Array
  readonly otherRowIds: Uint32Array
}

/** The sets may differ in dimensions: neighbors are found within each set, and only their positions are compared. */
export async function compareVectors(
  mine: Vectors,
  theirs: Vectors,
  options: CompareOptions,
): Promise<Comparison> {
  const { signal, onProgress, k, metric = 'cosine', normalize = false } = options
  const [here, there] = await Promise.all([listComparable(mine), listComparable(theirs)])
  const pairs = pairRows(here, there, options.pairs)
  if (pairs.length < 3)
    throw new ApiError(
      'FAILED_PRECONDITION',
      'Fewer than three rows have a vector in both sets. Run both sets, then compare again.',
    )
  const rowIds = Uint32Array.from(pairs, ([row]) => row)
  const otherRowIds = Uint32Array.from(pairs, ([, row]) => row)
  const shares = [0, 0]
  const optionsFor = (side: 0 | 1): CallOptions => ({
    signal,
    onProgress: (share) => {
      shares[side] = share
      onProgress?.(((shares[0] ?? 0) + (shares[1] ?? 0)) / 2)
    },
  })
  const [before, after] = await Promise.all([
    mine.call('nearestAmong', { metric, normalize, k, rowIds }, optionsFor(0)),
    theirs.call('nearestAmong', { metric, normalize, k, rowIds: otherRowIds }, optionsFor(1)),
  ])
  const overlaps = await mine.call('overlaps', { before, after }, { signal })
  return { ...overlaps, k: before.k, rowIds, otherRowIds }
}

/** Rows with a vector that has a direction. */
async function listComparable({ opened, call }: Vectors): Promise<ReadonlySet<number>> {
  const [{ rowIds }, { zeroRowIds }] = await Promise.all([opened, call('norms', undefined)])
  const zeros = new Set(zeroRowIds)
  return new Set(Array.from(rowIds).filter((rowId) => !zeros.has(rowId)))
}

/** Returns only rows that are comparable in both sets. */
function pairRows(here: ReadonlySet<number>, there: ReadonlySet<number>, pairs: CompareOptions['pairs']) {
  const requested = pairs ?? Array.from(here, (rowId) => [rowId, rowId] as const)
  return requested.filter(([row, other]) => here.has(row) && there.has(other))
}
