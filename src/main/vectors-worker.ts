// Reads vectors in a thread of its own, so that the main loop only hands them on.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openVectorReader, type VectorReader } from '#workspace/embeddings/vector-reader'
import { streamVectors, toPagePort } from './stream-vectors'
import type { VectorsStart } from './vectors-thread'

// Main passes nothing else at the thread's start.
const { folder } = workerData as VectorsStart
let reader = openEarly()

/** By the time something is asked it is ready; where it cannot be opened, that is told to whoever asks. */
function openEarly(): VectorReader | undefined {
  try {
    return openVectorReader(folder)
  } catch {
    return undefined
  }
}

const read: VectorReader['read'] = async (request) => {
  reader ??= openVectorReader(folder)
  return reader.read(request)
}

parentPort?.on('message', (port: MessagePort | null) => {
  if (port) return streamVectors(toPagePort(port), { read })
  reader?.close()
  process.exit()
})
