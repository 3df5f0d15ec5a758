// Runs the demo service in its own thread, so that parsing, drawing and encoding do not delay other requests.
import { toTransportError } from '#gateway/outbound/transport-error'
import { createWorkerClient } from '#gateway/worker-client'
import type { ModelEntry } from '#shared/models/catalog'
import type { HttpBody, Send } from '#shared/wire/http'
import { type RequestFunctions, sendOverPort } from './requests-over-port'

export interface DemoWorkerData {
  readonly pace: string | null
  readonly models: readonly ModelEntry[]
}

export type DemoFunctions = RequestFunctions & {
  setModels(models: readonly ModelEntry[]): void
}

interface DemoHost {
  readonly send: Send
  readonly close: () => Promise<void>
}

interface DemoHostOptions {
  /** The compiled `demo-worker`; without it, the demo service runs in this thread. */
  readonly worker: string | undefined
  readonly pace: string | null
  /** Called for every request. */
  readonly models: () => readonly ModelEntry[]
}

/** The thread starts with the first request, and again with the next one if it has died. */
export function createDemoHost({ worker: file, pace, models }: DemoHostOptions): DemoHost {
  if (!file) {
    let service: Promise<Send> | undefined
    const open = async () => {
      const { createDemoService } = await import('#demo/demo')
      return createDemoService({ pace: pace ?? undefined, models })
    }
    return {
      send: async (call) => {
        service ??= open()
        return (await service)(call)
      },
      close: async () => {},
    }
  }
  let sent = models()
  const thread = createWorkerClient<DemoFunctions>({
    program: file,
    name: 'thread of the demo service',
    options: () => ({ workerData: { pace, models: models() } satisfies DemoWorkerData }),
    toError: () => toTransportError(new Error('The thread of the demo service has ended.')),
  })
  const sendToThread = sendOverPort(thread)
  return {
    send: (call) => {
      // Messages are ordered, so they arrive before the request.
      if (models() !== sent) thread.emit('setModels', models())
      sent = models()
      return sendToThread('demo', { ...call, body: splitLarge(call.body) })
    },
    close: thread.terminate,
  }
}

/** Maximum bytes to copy to the other thread at once. */
const maxPiece = 262_144

/** Splits a large body, because copying it at once would delay other requests. */
function splitLarge(body: HttpBody): HttpBody {
  if (!(body instanceof Uint8Array) || body.length <= maxPiece) return body
  return splitIntoPieces(body)
}

async function* splitIntoPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += maxPiece) yield bytes.subarray(start, start + maxPiece)
}
