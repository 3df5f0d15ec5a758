// Reads the workspace's database in its own thread, so that the window stays responsive.
import { parentPort, workerData } from 'node:worker_threads'
import { openPortCalls } from '#gateway/port-calls'
import { connectReadOnly } from '#workspace/database/database'
import { createReads } from '#workspace/reads'

if (!parentPort) throw new Error('This program runs as a worker thread.')

// The main thread always passes the folder.
const connection = connectReadOnly(workerData as string)
openPortCalls(parentPort, {
  ...createReads(connection),
  isIdle: () => true,
  close: connection.close,
})
