// Writes, indexes and reads the request log in its own thread, so that the window stays responsive.
import { parentPort, workerData } from 'node:worker_threads'
import { openPortCalls } from '#gateway/port-calls'
import { openLogStore } from '#workspace/exchange-log/log-store'
import type { LogHostFunctions } from './workspace-threads'

if (!parentPort) throw new Error('This program runs as a worker thread.')

// The main thread always passes the path.
const store = openLogStore({ file: workerData as string, onNotice: (text) => main.emit('onNotice', text) })
const main = openPortCalls<LogHostFunctions>(parentPort, { ...store })
