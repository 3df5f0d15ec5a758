// The main thread's side of the worker that reads vectors: starts it on demand, and forwards its messages.
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { createWorkerClient } from '#gateway/worker-client'
import type { VectorsMessage } from '#shared/vectors/vector-port'
import type { PagePort } from './stream-vectors'

/** Functions of the thread, whose worker data is the data folder of an open workspace. */
export type VectorsFunctions = {
  /** Serves one request over the port. */
  join(port: MessagePort): void
}

export interface VectorsThread {
  /** Serves requests over this port, as described in `shared/vectors/vector-block`. It must copy messages. */
  join(page: PagePort): void
  /** Resolves when all reading has stopped. */
  close(): Promise<void>
}

export function createVectorsThread(
  program: string,
  folder: string,
  onError: (error: Error) => void,
): VectorsThread {
  const name = 'thread that reads vectors'
  const thread = createWorkerClient<VectorsFunctions>({
    program,
    name,
    options: () => ({ workerData: folder }),
    onError,
  })
  let isClosed = false
  /** Those of the thread that runs. */
  let ports = new Set<MessagePort>()
  const openThreadPort = (page: PagePort): MessagePort => {
    const { port1: port, port2 } = new MessageChannel()
    let isPageClosed = false
    page.on('close', () => {
      isPageClosed = true
    })
    port.on('message', (message: VectorsMessage) => {
      page.postMessage(message)
      if (message.type !== 'piece') return
      // The memory of chunks is returned to the thread.
      const { buffer } = message.bytes
      port.postMessage(buffer, [buffer])
    })
    ports.add(port)
    port.on('close', () => {
      const isCurrent = ports.delete(port)
      if (isPageClosed) return
      // The other end closes only if the thread dies. This event precedes its exit, and the next request needs another one.
      if (isCurrent) {
        ports = new Set()
        void thread.terminate()
      }
      page.postMessage(lost)
    })
    thread.call('join', port2, { transfer: [port2] }).catch(() => port.close())
    return port
  }
  return {
    join(page) {
      // It is ready for the first request then.
      thread.start()
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
      await thread.close()
    },
  }
}

const lost: VectorsMessage = {
  type: 'failure',
  code: 'INTERNAL',
  message: 'Couldn’t read the vectors: the read was interrupted.',
}
