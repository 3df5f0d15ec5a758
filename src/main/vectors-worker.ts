// Reads vectors in a thread of its own, so that the main loop only hands them on.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openVectorReader } from '#workspace/runs/embeddings/vector-reader'
import { giveVectors, toPagePort } from './vectors'
import type { VectorsStart } from './vectors-thread'

// Main passes nothing else at the thread's start.
const { folder } = workerData as VectorsStart
const reader = openVectorReader(folder)

parentPort?.on('message', (port: MessagePort | null) => {
  if (port) return giveVectors(toPagePort(port), reader)
  reader.close()
  process.exit()
})
