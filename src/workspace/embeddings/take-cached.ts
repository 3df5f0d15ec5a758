// Gives rows the vectors that are known already, so that nothing is asked or paid twice.
import type { EmbeddingSettings, VectorSource } from '#shared/schemas/embedding-set'
import { createYield } from '../concurrency/timing'
import type { EmbeddingPorts } from './embedding-ports'
import type { KeptRow } from './text-rows'
import { isEmptyText, toFileKey, toKey } from './vector-key'

interface Wanted {
  readonly setId: string
  readonly settings: EmbeddingSettings
  /** Null where nobody was asked for any vector yet. */
  readonly source: VectorSource | null
  /** Whether what the set came with from a file counts as well: not where it is asked for anew. */
  readonly withFile: boolean
  readonly rowIds: readonly number[]
  readonly signal?: AbortSignal
}

const sliceLength = 200

/** The ids of those that are not known, in their order. */
export async function takeCached(ports: EmbeddingPorts, wanted: Wanted): Promise<number[]> {
  const { connection, rows, feed, list, closing } = ports
  const { setId, rowIds, signal } = wanted
  const left: number[] = []
  const pause = createYield()
  for (let at = 0; at < rowIds.length; at += sliceLength) {
    await pause()
    await connection.lock.whenFree()
    if (closing.aborted || signal?.aborted) return left
    const slice = rowIds.slice(at, at + sliceLength)
    const taken = connection.transact(() => {
      const found = slice.flatMap((id) => {
        const row = rows.find(setId, id)
        if (!row || !isWanted(row)) return []
        if (takeOne(ports, wanted, row)) return [row]
        left.push(id)
        return []
      })
      if (found.length > 0) list(setId)
      return found
    })
    for (const { id } of taken) feed.tellRow(setId, { id, state: 'done', error: null, cached: true })
  }
  return left
}

/** One that has no vector, and can have one. */
export function isWanted({ state, text }: KeptRow): boolean {
  return (state === 'waiting' || state === 'failed') && !isEmptyText(text)
}

type Place = Pick<Wanted, 'setId' | 'settings' | 'source' | 'withFile'>

/** Within a transaction. */
export function takeOne({ rows, vectors }: EmbeddingPorts, place: Place, row: KeptRow): boolean {
  for (const key of listKeys(place, row)) {
    const dimensions = vectors.measure(key)
    if (dimensions === undefined) continue
    return rows.change(place.setId, row, { state: 'done', key, dimensions, error: null, cached: true })
  }
  return false
}

function listKeys({ setId, settings, source, withFile }: Place, row: KeptRow): Buffer[] {
  const asked = source ? [toKey(source, settings, row)] : []
  return withFile ? [...asked, toFileKey({ setId }, settings, row)] : asked
}
