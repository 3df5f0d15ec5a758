// Upgrades the database of an earlier version in a thread of its own, so that the window stays responsive.
import { parentPort } from 'node:worker_threads'
import { openPortCalls } from '#gateway/port-calls'
import { closeDatabase, openDatabase } from '#workspace/database/database'
import type { UpgradeFunctions, UpgradeHostFunctions } from './upgrade-thread'

/** Milliseconds: here waiting for another program's lock stops nothing else. */
const busyTimeout = 600_000

if (!parentPort) throw new Error('This program runs as a worker thread.')

const functions: UpgradeFunctions = {
  upgrade: (file) =>
    closeDatabase(openDatabase({ file, busyTimeout, onUpgrade: (step) => main.emit('onStep', step) })),
}
const main = openPortCalls<UpgradeHostFunctions>(parentPort, functions)
