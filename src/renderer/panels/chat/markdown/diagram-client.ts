// The page's side of a diagram's frame: requests to it, which fail if it does not answer in time.
import { type DiagramCommand, DiagramResponse } from './diagram-messages'

export interface DiagramClient {
  /** Rejects with Mermaid's message, or with a `DiagramTimeout`. */
  send<Command extends DiagramCommand>(command: Command): Promise<DiagramResponse & { did: Command['do'] }>
  close(): void
}

/** The frame has to be removed: its script does not end. */
export class DiagramTimeout extends Error {}

interface Pending {
  readonly resolve: (response: DiagramResponse) => void
  readonly reject: (reason: Error) => void
}

/** `timeoutMs` is for each request. */
export function connectDiagram(port: MessagePort, timeoutMs: number): DiagramClient {
  const pending = new Map<number, Pending>()
  let lastId = 0
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const response = DiagramResponse.safeParse(data)
    if (!response.success) return
    const { resolve, reject } = pending.get(response.data.id) ?? {}
    if (response.data.did === 'fail') reject?.(new Error(response.data.message))
    else resolve?.(response.data)
  }
  return {
    async send(command) {
      const id = ++lastId
      let timer: ReturnType<typeof setTimeout> | undefined
      try {
        const response = await new Promise<DiagramResponse>((resolve, reject) => {
          pending.set(id, { resolve, reject })
          timer = setTimeout(() => reject(new DiagramTimeout('No response.')), timeoutMs)
          port.postMessage({ ...command, id })
        })
        if (response.did !== command.do) throw new Error('Unexpected response.')
        // Just checked; TypeScript does not relate the two.
        return response as DiagramResponse & { did: typeof command.do }
      } finally {
        clearTimeout(timer)
        pending.delete(id)
      }
    },
    close: () => port.close(),
  }
}
