// Saves a snapshot of the database once a day while the application runs, and checks the database after a crash.
import type { Incident } from '#shared/schemas/application-status'
import { machineTimer, type Timer } from '#workspace/concurrency/timing'
import { isDatabaseDamaged } from '#workspace/database/connection'
import type { DatabaseFunctions } from './database-thread'
import type { Log } from './log'

interface SnapshotPorts {
  /** The application ended without closing the database. */
  readonly wasInterrupted: boolean
  /** Rejects if the database is damaged. */
  readonly check: (signal: AbortSignal) => Promise<void>
  readonly save: (signal: AbortSignal) => Promise<ReturnType<DatabaseFunctions['saveDailySnapshot']>>
  readonly log: Pick<Log, 'write'>
  readonly show: (incident: Incident) => void
  readonly timer?: Timer
}

/** Not during the start, when the disk is busy. */
const firstDelayMs = 10 * 60_000
const checkDelayMs = 60_000
/** A day can end while the application runs. Failed snapshots are retried. */
const retryDelayMs = 60 * 60_000
/** Then a failure is not temporary, and the user should know. */
const maxFailures = 3

/** Returns a function that ends it. */
export function scheduleSnapshots(ports: SnapshotPorts): () => void {
  const { wasInterrupted, log, show, timer = machineTimer } = ports
  const ending = new AbortController()
  const { signal } = ending
  let failures = 0
  let isDamaged = false
  let cancel = () => {}
  const plan = (delay: number, work: () => Promise<void>) => {
    // Another check would only find the same damage.
    if (!signal.aborted && !isDamaged) cancel = timer(delay, () => void work())
  }
  const fail = (error: unknown) => {
    if (signal.aborted) return
    failures += 1
    isDamaged = isDatabaseDamaged(error)
    log.write(isDamaged ? 'The database is damaged' : 'Couldn’t save a snapshot', error)
    if (isDamaged) show({ kind: 'damage' })
    else if (failures === maxFailures) show({ kind: 'snapshot' })
  }
  const save = async () => {
    const start = performance.now()
    try {
      const saved = await ports.save(signal)
      failures = 0
      const milliseconds = Math.round(performance.now() - start)
      if (saved) log.write(`Saved a snapshot: ${Math.ceil(saved.bytes / 1_000_000)} MB in ${milliseconds} ms`)
    } catch (error) {
      fail(error)
    }
    plan(retryDelayMs, save)
  }
  const check = async () => {
    await ports.check(signal).catch(fail)
    plan(firstDelayMs, save)
  }
  if (wasInterrupted) plan(checkDelayMs, check)
  else plan(firstDelayMs, save)
  return () => {
    cancel()
    ending.abort()
  }
}
