// Upgrades the database of an earlier version in its own thread, so that the window stays responsive.
import { parentPort } from 'node:worker_threads'
import { openPortCalls } from '#gateway/port-calls'
import { closeDatabase, openDatabase } from '#workspace/database/database'
import type { UpgradeFunctions, UpgradeHostFunctions } from './upgrade-thread'

/** Milliseconds to wait for another process's lock, which blocks nothing else here. */
const busyTimeout = 600_000

if (!parentPort) throw new Error('This program runs as a worker thread.')

const functions: UpgradeFunctions = {
  upgrade: (file) =>
    closeDatabase(openDatabase({ file, busyTimeout, onUpgrade: (step) => main.emit('onStep', step) })),
}
const main = openPortCalls<UpgradeHostFunctions>(parentPort, functions)
