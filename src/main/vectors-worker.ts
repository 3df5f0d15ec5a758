// Reads vectors in its own thread, so that the main thread only forwards them.
import { parentPort, workerData } from 'node:worker_threads'
import { openPortCalls } from '#gateway/port-calls'
import { openVectorReader, type VectorReader } from '#workspace/embeddings/vector-reader'
import { streamVectors, toPagePort } from './stream-vectors'
import type { VectorsFunctions } from './vectors-thread'

if (!parentPort) throw new Error('This program runs as a worker thread.')

// The main thread always passes the folder.
const folder = workerData as string
let reader = openEarly()

/** Opens early, to be ready for the first request, which reports an error if opening fails again. */
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

const functions: VectorsFunctions = { join: (port) => streamVectors(toPagePort(port), { read }) }
openPortCalls(parentPort, { ...functions, close: () => reader?.close() })
