// Requests that have ended wait here until the log has written them, in batches, and while its file is locked.
import { setTimeout as pause } from 'node:timers/promises'
import type { EndedExchange } from '#shared/schemas/exchange'
import { createThrottle } from '../concurrency/timing'
import { withoutFiles } from './log-media'
import type { LogBatch, LogWriteResult } from './log-store'

/** A batch is written after the interval, or as soon as it has `batchSize` requests. */
const batchIntervalMs = 250
const batchSize = 200
/** How many requests are held in memory until they can be written; older ones are dropped. */
const maxWaiting = 5000
/** Bytes of media that are held until they can be written; more are dropped. */
const maxWaitingBytes = 256 * 1_048_576
/** Milliseconds that a list waits for media to be written: their requests are listed as waiting. */
const maxListDelay = 100

/** Writes what has ended in batches, and holds it while the file is locked. */
export function createWriteQueue(
  write: (batch: LogBatch) => Promise<LogWriteResult>,
  options: () => Pick<LogBatch, 'settings' | 'mediaFolder'>,
  onWritten: () => void,
) {
  let waiting: EndedExchange[] = []
  const summaryIds = new Set<string>()
  let writing: Promise<void> | undefined

  /** Writes everything that waits now, in batches, and later what has been added meanwhile. */
  const writeWaiting = async (): Promise<void> => {
    for (let left = waiting.length; left > 0 && waiting.length > 0; left -= batchSize) {
      const exchanges = waiting.slice(0, Math.min(batchSize, left))
      const ids = exchanges.map(({ id }) => id).filter((id) => summaryIds.has(id))
      const result = await write({ exchanges, summaryIds: ids, ...options() })
        // The thread of the log has ended; the next call starts another one.
        .catch(() => 'lost' as const)
      if (result === 'busy') break
      for (const id of ids) summaryIds.delete(id)
      const written = new Set(exchanges)
      waiting = waiting.filter((exchange) => !written.has(exchange))
    }
    if (waiting.length > 0) batches.schedule()
    onWritten()
  }
  /** Resolves once what waited before the call is written, or cannot be written now. */
  const flush = async (): Promise<void> => {
    await writing
    if (waiting.length === 0) return
    writing ??= writeWaiting().finally(() => {
      writing = undefined
    })
    await writing
  }
  const batches = createThrottle(batchIntervalMs, () => void flush())

  return {
    waiting: () => waiting,
    flush,
    /** Does not wait for media, which take longer to write than a page may wait for a list. */
    async flushSoon() {
      const flushed = flush()
      if (measureFiles(waiting) > 0) await Promise.race([flushed, pause(maxListDelay)])
      else await flushed
    },
    add(exchange: EndedExchange, hasDetail: boolean) {
      const isTooMuch = exchange.files && measureFiles([...waiting, exchange]) > maxWaitingBytes
      waiting.push(isTooMuch ? withoutFiles(exchange) : exchange)
      if (!hasDetail) summaryIds.add(exchange.id)
      if (waiting.length > maxWaiting) waiting = waiting.slice(-maxWaiting)
      if (waiting.length % batchSize === 0) void flush()
      else batches.schedule()
    },
    async close() {
      batches.cancel()
      await flush()
      batches.cancel()
    },
  }
}

function measureFiles(exchanges: readonly EndedExchange[]): number {
  const chunks = exchanges.flatMap(({ files = [] }) => files.flatMap((file) => file.chunks))
  return chunks.reduce((sum, { length }) => sum + length, 0)
}
