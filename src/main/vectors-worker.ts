// Reads vectors in its own thread, so that the main thread only forwards them.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openVectorReader, type VectorReader } from '#workspace/embeddings/vector-reader'
import { streamVectors, toPagePort } from './stream-vectors'
import type { VectorsStart } from './vectors-thread'

// The main thread always passes this type.
const { folder } = workerData as VectorsStart
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

parentPort?.on('message', (port: MessagePort | null) => {
  if (port) return streamVectors(toPagePort(port), { read })
  reader?.close()
  process.exit()
})
