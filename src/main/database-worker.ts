// Upgrades, copies, checks and restores databases, and exports and imports all data, in its own thread, so that the window stays responsive.
import { statSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { openPortCalls } from '#gateway/port-calls'
import { checkDatabase, restoreSnapshot, saveDailySnapshot } from '#workspace/database/daily-snapshots'
import { closeDatabase, openDatabase } from '#workspace/database/database'
import { version } from '../../package.json'
import type { DatabaseFunctions, DatabaseHostFunctions, DataFunctions } from './database-thread'
import { createDataFunctions } from './database-thread'

/** Milliseconds to wait for another process's lock, which blocks nothing else here. */
const busyTimeout = 600_000

if (!parentPort) throw new Error('This program runs as a worker thread.')

const functions: DatabaseFunctions & DataFunctions = {
  ...createDataFunctions({
    onProgress: (progress) => main.emit('onProgress', progress),
    onLock: () => main.emit('onLock', undefined),
  }),
  upgrade: (file) => {
    const onUpgrade: DatabaseHostFunctions['onStep'] = (step) => main.emit('onStep', step)
    closeDatabase(openDatabase({ file, busyTimeout, appVersion: version, onUpgrade }))
  },
  saveDailySnapshot: (file) => {
    const path = saveDailySnapshot(file, Date.now())
    return path === null ? null : { bytes: statSync(path).size }
  },
  check: checkDatabase,
  restore: ({ file, snapshot }) => restoreSnapshot(file, snapshot, Date.now()),
}
const main = openPortCalls<DatabaseHostFunctions>(parentPort, functions)
