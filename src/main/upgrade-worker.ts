// Upgrades the database of an earlier version in a thread of its own, so that the window stays responsive.
import { parentPort, workerData } from 'node:worker_threads'
import { ApiError } from '#shared/schemas/api-error'
import { closeDatabase, openDatabase } from '#workspace/database/database'
import type { UpgradeMessage } from './upgrade-thread'

/** Milliseconds: here waiting for another program's lock stops nothing else. */
const busyTimeout = 600_000

const post = (message: UpgradeMessage) => parentPort?.postMessage(message)

try {
  // Main passes nothing else when it starts the thread.
  const { file } = workerData as { file: string }
  closeDatabase(openDatabase({ file, busyTimeout, onUpgrade: (step) => post({ type: 'step', step }) }))
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  const { code, message } = error
  post({ type: 'error', code, message })
}
