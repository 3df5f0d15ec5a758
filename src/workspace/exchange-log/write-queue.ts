// Requests that have ended wait here until the log has written them, in batches, and while its file is locked.
import { setTimeout as pause } from 'node:timers/promises'
import { createThrottle } from '../concurrency/timing'
import type { ExchangeBatch } from './exchange-batch'
import type { LogBatch, LogWriteResult } from './log-store'

/** A batch is written after the interval, or as soon as it has `minBatch` requests. */
const batchIntervalMs = 200
const minBatch = 200
/** Requests and bytes that are written at once; a batch of the gateway is not divided. */
const maxBatch = 500
const maxBatchBytes = 4 * 1_048_576
/** How many requests, and bytes of them, are held in memory until they can be written; older ones are dropped. */
const maxWaiting = 5000
const maxWaitingBytes = 128 * 1_048_576
/** Bytes of media that are held until they can be written; more are dropped. */
const maxMediaBytes = 256 * 1_048_576
/** Milliseconds that a list waits for media to be written: their requests are listed as waiting. */
const maxListDelay = 100

/** Writes what has ended in batches, and holds it while the file is locked. */
export function createWriteQueue(
  write: (batch: LogBatch) => Promise<LogWriteResult>,
  options: () => Pick<LogBatch, 'settings' | 'mediaFolder'>,
  onWritten: () => void,
) {
  let waiting: ExchangeBatch[] = []
  /** Requests that were added after the last attempt to write them. */
  let added = 0
  let writing: Promise<void> | undefined

  /** Writes everything that waits now, in batches, and later what has been added meanwhile. */
  const writeWaiting = async (): Promise<void> => {
    added = 0
    for (let left = waiting.length; left > 0 && waiting.length > 0; ) {
      const first = firstBatches(waiting.slice(0, left))
      const result = await write({ batches: first, ...options() })
        // The thread of the log has ended; the next call starts another one.
        .catch(() => 'lost' as const)
      if (result === 'busy') break
      const written = new Set(first)
      waiting = waiting.filter((batch) => !written.has(batch))
      left -= first.length
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
    waiting: (): readonly ExchangeBatch[] => waiting,
    flush,
    /** Does not wait for media, which take longer to write than a page may wait for a list. */
    async flushSoon() {
      const flushed = flush()
      if (measureMedia(waiting) > 0) await Promise.race([flushed, pause(maxListDelay)])
      else await flushed
    },
    add(batch: ExchangeBatch) {
      const isTooMuch = batch.files.size > 0 && measureMedia([...waiting, batch]) > maxMediaBytes
      waiting.push(isTooMuch ? withoutMedia(batch) : batch)
      waiting = dropOldest(waiting)
      added += batch.ids.length
      if (added >= minBatch && !writing) void flush()
      else batches.schedule()
    },
    async close() {
      batches.cancel()
      await flush()
      batches.cancel()
    },
  }
}

/** At least one. */
function firstBatches(waiting: readonly ExchangeBatch[]): ExchangeBatch[] {
  let [requests, bytes] = [0, 0]
  const end = waiting.findIndex(({ ids, data }, index) => {
    requests += ids.length
    bytes += data.length
    return index > 0 && (requests > maxBatch || bytes > maxBatchBytes)
  })
  return waiting.slice(0, end < 0 ? waiting.length : end)
}

/** Keeps the newest ones within the limits, and at least the last one. */
function dropOldest(waiting: ExchangeBatch[]): ExchangeBatch[] {
  let [requests, bytes] = [0, 0]
  for (const { ids, data } of waiting) {
    requests += ids.length
    bytes += data.length
  }
  let first = 0
  for (const { ids, data } of waiting.slice(0, -1)) {
    if (requests <= maxWaiting && bytes <= maxWaitingBytes) break
    requests -= ids.length
    bytes -= data.length
    first += 1
  }
  return first === 0 ? waiting : waiting.slice(first)
}

/** Marks of the media become their sizes when the requests are written. */
function withoutMedia(batch: ExchangeBatch): ExchangeBatch {
  return { ...batch, files: new Map([...batch.files.keys()].map((id) => [id, []])) }
}

function measureMedia(batches: readonly ExchangeBatch[]): number {
  let bytes = 0
  for (const { files } of batches)
    for (const { chunks } of [...files.values()].flat()) for (const { length } of chunks) bytes += length
  return bytes
}
