// The main thread's side of the worker that reads vectors: starts it when it is wanted, and hands on what it says.
import { MessageChannel, Worker } from 'node:worker_threads'
import type { VectorsNews } from '#shared/vectors/vector-port'
import type { PagePort } from './vectors'

/** What the thread is given at its start; later a port for each who asks, and null in the end. */
export interface VectorsStart {
  /** Of a workspace that is open. */
  readonly folder: string
}

export interface VectorsThread {
  /** Whoever asks over this port is answered over it, as `shared/vectors/vector-port` tells. */
  join(page: PagePort): void
  /** Resolves once nothing is read any more. */
  close(): Promise<void>
}

/** A thread that has died is started again for the next who asks. */
export function createVectorsThread(file: string, folder: string): VectorsThread {
  let running: Worker | undefined
  let isClosed = false

  function start(): Worker {
    const worker = new Worker(file, { workerData: { folder } satisfies VectorsStart })
    worker.on('error', (error) => process.stderr.write(`Vectors could not be read: ${error.message}\n`))
    worker.on('exit', () => forget(worker))
    return worker
  }

  function forget(worker: Worker): void {
    if (running === worker) running = undefined
  }

  return {
    join(page) {
      if (isClosed) return
      running ??= start()
      const worker = running
      const { port1: port, port2 } = new MessageChannel()
      let hasLeft = false
      page.on('message', ({ data }) => port.postMessage(data))
      page.on('close', () => {
        hasLeft = true
        port.close()
      })
      port.on('message', (news: VectorsNews) => {
        page.postMessage(news)
        if (news.type !== 'piece') return
        const { buffer } = news.bytes
        port.postMessage(buffer, [buffer])
      })
      port.on('close', () => {
        if (hasLeft) return
        // Only a thread that dies lets go of its end, which is heard before its exit.
        forget(worker)
        page.postMessage(lost)
      })
      worker.postMessage(port2, [port2])
    },
    async close() {
      isClosed = true
      const worker = running
      if (!worker) return
      const exit = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage(null)
      await exit
    },
  }
}

const lost: VectorsNews = {
  type: 'failure',
  code: 'INTERNAL',
  message: 'The vectors could not be read: their reading ended.',
}
