// The main thread's side of the worker that reads vectors: starts it on demand, and forwards its messages.
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { VectorsMessage } from '#shared/vectors/vector-port'
import type { PagePort } from './stream-vectors'

/** Worker data of the thread. Later messages are a port for each request, and null at the end. */
export interface VectorsStart {
  /** Data folder of an open workspace. */
  readonly folder: string
}

/** A port that copies messages, so that the memory of chunks can be returned to the thread. */
type CopyingPort = PagePort

export interface VectorsThread {
  /** Serves requests over this port, as described in `shared/vectors/vector-port`. */
  join(page: CopyingPort): void
  /** Resolves when all reading has stopped. */
  close(): Promise<void>
}

/** The next request restarts a thread that has died. */
export function createVectorsThread(
  file: string,
  folder: string,
  onError: (error: Error) => void,
): VectorsThread {
  let running: Worker | undefined
  let isClosed = false

  function start(): Worker {
    const worker = new Worker(file, { workerData: { folder } satisfies VectorsStart })
    worker.on('error', onError)
    worker.on('exit', () => remove(worker))
    return worker
  }

  function remove(worker: Worker): void {
    if (running === worker) running = undefined
  }

  return {
    join(page) {
      if (isClosed) return
      // Started early, so that it is ready for the first request.
      running ??= start()
      let port: MessagePort | undefined
      page.on('message', ({ data }) => {
        if (!port && isClosed) return page.postMessage(lost)
        port ??= openThreadPort(page)
        port.postMessage(data)
      })
      page.on('close', () => port?.close())
    },
    async close() {
      isClosed = true
      if (running) await end(running)
    },
  }

  function openThreadPort(page: CopyingPort): MessagePort {
    running ??= start()
    const worker = running
    const { port1: port, port2 } = new MessageChannel()
    let isPageClosed = false
    page.on('close', () => {
      isPageClosed = true
    })
    port.on('message', (message: VectorsMessage) => {
      page.postMessage(message)
      if (message.type !== 'piece') return
      const { buffer } = message.bytes
      port.postMessage(buffer, [buffer])
    })
    port.on('close', () => {
      if (isPageClosed) return
      // The other end closes only if the thread dies. This event precedes its exit.
      remove(worker)
      page.postMessage(lost)
    })
    worker.postMessage(port2, [port2])
    return port
  }
}

/** Milliseconds after which a thread that keeps reading is terminated. */
const closeTimeoutMs = 2_000

async function end(worker: Worker): Promise<void> {
  const exit = new Promise((resolve) => worker.once('exit', resolve))
  worker.postMessage(null)
  const late = setTimeout(() => void worker.terminate(), closeTimeoutMs)
  await exit
  clearTimeout(late)
}

const lost: VectorsMessage = {
  type: 'failure',
  code: 'INTERNAL',
  message: 'Couldn’t read the vectors: the read was interrupted.',
}
