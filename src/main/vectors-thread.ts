// The main thread's side of the worker that reads vectors: starts it when it is wanted, and hands on what it says.
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { VectorsMessage } from '#shared/vectors/vector-port'
import type { PagePort } from './stream-vectors'

/** What the thread is given at its start; later a port for each who asks, and null in the end. */
export interface VectorsStart {
  /** Of a workspace that is open. */
  readonly folder: string
}

/** What is sent over it stays here as well: the memory of a piece goes back to the thread. */
type CopyingPort = PagePort

export interface VectorsThread {
  /** Whoever asks over this port is answered over it, as `shared/vectors/vector-port` tells. */
  join(page: CopyingPort): void
  /** Resolves once nothing is read any more. */
  close(): Promise<void>
}

/** A thread that has died is started again for the next who asks. */
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
      // It is ready by the time something is asked, which may be long after.
      running ??= start()
      let port: MessagePort | undefined
      page.on('message', ({ data }) => {
        if (!port && isClosed) return page.postMessage(lost)
        port ??= reach(page)
        port.postMessage(data)
      })
      page.on('close', () => port?.close())
    },
    async close() {
      isClosed = true
      if (running) await end(running)
    },
  }

  function reach(page: CopyingPort): MessagePort {
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
      // Only a thread that dies lets go of its end, which is heard before its exit.
      remove(worker)
      page.postMessage(lost)
    })
    worker.postMessage(port2, [port2])
    return port
  }
}

/** Milliseconds after which a thread that reads without an end is ended all the same. */
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
