// Runs the demo service in a thread of its own: what it parses, draws and encodes does not delay other requests.
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { createDemoService } from '#demo/demo'
import type { ModelEntry } from '#shared/models/catalog'
import type { HttpBody, HttpRequest, Send } from '#shared/wire/http'
import { sendOverPort } from './send-over-port'

export interface DemoWorkerData {
  readonly port: MessagePort
  readonly pace: string | null
  readonly models: readonly ModelEntry[]
}

/** Sent over the port of the requests, so that it arrives before the requests that follow it. */
export interface DemoMessage {
  readonly type: 'models'
  readonly models: readonly ModelEntry[]
}

interface DemoHost {
  readonly send: Send
  readonly close: () => Promise<void>
}

interface DemoHostOptions {
  /** The compiled `demo-worker`; without it the demo service answers in this thread. */
  readonly worker: string | undefined
  readonly pace: string | null
  /** Read for every request. */
  readonly models: () => readonly ModelEntry[]
}

/** The thread starts with the first request, and again with the next one if it has died. */
export function createDemoHost({ worker: file, pace, models }: DemoHostOptions): DemoHost {
  if (!file) return { send: createDemoService({ pace: pace ?? undefined, models }), close: async () => {} }
  let thread: ReturnType<typeof startThread> | null = null
  const start = (program: string) => {
    const started = startThread(program, { pace, models: models() })
    // A thread that dies closes its port, which fails the requests that it was answering.
    started.worker.on('error', () => {})
    started.port.on('close', () => {
      if (thread === started) thread = null
    })
    return started
  }
  return {
    send: (call) => {
      thread ??= start(file)
      thread.updateModels(models())
      return thread.send({ ...call, body: splitLarge(call.body) })
    },
    close: async () => {
      const ending = thread
      thread = null
      await ending?.worker.terminate()
    },
  }
}

/** Bytes that are copied to the other thread in one piece. */
const maxPiece = 262_144

/** A large body is sent in pieces, because copying it whole would delay other requests. */
function splitLarge(body: HttpBody): HttpBody {
  if (!(body instanceof Uint8Array) || body.length <= maxPiece) return body
  return splitIntoPieces(body)
}

async function* splitIntoPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += maxPiece) yield bytes.subarray(start, start + maxPiece)
}

function startThread(file: string, { pace, models: first }: Omit<DemoWorkerData, 'port'>) {
  const { port1: port, port2 } = new MessageChannel()
  const workerData: DemoWorkerData = { port: port2, pace, models: first }
  const worker = new Worker(file, { workerData, transferList: [port2] })
  const outbound = sendOverPort(port)
  let sent = first
  return {
    worker,
    port,
    send: (call: HttpRequest) => outbound.send('demo', call),
    updateModels: (models: readonly ModelEntry[]) => {
      if (models === sent) return
      sent = models
      port.postMessage({ type: 'models', models } satisfies DemoMessage)
    },
  }
}
