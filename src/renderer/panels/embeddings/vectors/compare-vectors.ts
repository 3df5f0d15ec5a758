// How far neighbors move between two sets of the same texts: each worker finds its own, then the two are laid side by side.
import { ApiError } from '#shared/schemas/api-error'
import type { WorkerClient } from '../../../api/worker-calls'
import type { VectorHandlers } from './answer-calls'
import type { MetricOptions, OpenedVectors, Overlaps, VectorCallOptions } from './vector-calls'

export interface CompareOptions extends Partial<MetricOptions>, VectorCallOptions {
  readonly k: number
  /** Rows of this set with those of the other that are the same texts; rows of the same id unless told. */
  readonly pairs?: readonly (readonly [mine: number, theirs: number])[]
}

export interface Comparison extends Overlaps {
  /** Smaller than asked for where there are few rows. */
  readonly k: number
  /** This set's rows that were compared, and the other's beside them; `overlaps` goes with them. */
  readonly rowIds: Uint32Array
  readonly otherRowIds: Uint32Array
}

interface Side {
  readonly calls: WorkerClient<VectorHandlers>
  readonly opened: Promise<OpenedVectors>
}

/** The sets may differ in dimensions: neighbors are sought within each, and only their places are compared. */
export async function compareVectors(mine: Side, theirs: Side, options: CompareOptions): Promise<Comparison> {
  const { signal, onProgress, k, metric = 'cosine', normalise = false } = options
  const [here, there] = await Promise.all([mine.opened, theirs.opened])
  const pairs = pairRows(here, there, options.pairs)
  if (pairs.length < 3)
    throw new ApiError('FAILED_PRECONDITION', 'There are fewer than three rows with a vector in both sets.')
  const rowIds = Uint32Array.from(pairs, ([row]) => row)
  const otherRowIds = Uint32Array.from(pairs, ([, row]) => row)
  const shares = [0, 0]
  const tell = (side: 0 | 1): VectorCallOptions => ({
    signal,
    onProgress: ({ share }) => {
      shares[side] = share
      onProgress?.({ stage: 'neighbours', share: ((shares[0] ?? 0) + (shares[1] ?? 0)) / 2 })
    },
  })
  const [before, after] = await Promise.all([
    mine.calls.call('nearestAmong', { metric, normalise, k, rowIds }, tell(0)),
    theirs.calls.call('nearestAmong', { metric, normalise, k, rowIds: otherRowIds }, tell(1)),
  ])
  const overlaps = await mine.calls.call('overlaps', { before, after }, { signal })
  return { ...overlaps, k: before.k, rowIds, otherRowIds }
}

/** Only rows that have a vector in both. */
function pairRows(here: OpenedVectors, there: OpenedVectors, pairs: CompareOptions['pairs']) {
  const known = new Set(here.rowIds)
  const knownThere = new Set(there.rowIds)
  const requested = pairs ?? Array.from(here.rowIds, (rowId) => [rowId, rowId] as const)
  return requested.filter(([row, other]) => known.has(row) && knownThere.has(other))
}
