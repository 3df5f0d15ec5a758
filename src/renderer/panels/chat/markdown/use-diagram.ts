// A diagram in its frame: loads it, draws in it, and removes it if it does not answer or is far from the viewport.
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { toPreviewUrl } from '#shared/desktop/preview-frames'
import { useMediaQuery } from '../../../components/use-media-query'
import { ScrollerContext } from './use-near-viewport'

export interface Diagram {
  /** The frame's URL; undefined if the frame must not exist. */
  readonly url: string | undefined
  readonly connect: (frame: HTMLIFrameElement) => void
  /** Undefined until it is drawn. */
  readonly size: Size | undefined
  readonly error: DiagramError | undefined
  readonly retry: () => void
  /** SVG as text, PNG as bytes. */
  readonly write: (format: DiagramFormat) => Promise<string | ArrayBuffer>
}

interface DiagramError {
  readonly message: string
  readonly canRetry: boolean
}

/** For the frame's process to start and load Mermaid, on a busy machine. */
const loadingMs = 20_000
const drawingMs = 5_000

/** Those that come back keep their place while they are drawn again. */
const drawnSizes = new Map<string, Size>()

const toUrl = () => toPreviewUrl(crypto.randomUUID(), 'diagram-frame')

/** Each frame has a process, so there are only a few. In pixels around the viewport. */
const margin = '800px 0px'

/** The frame exists while `element` is near the viewport; without one, always. */
export function useDiagram(code: string, element: HTMLElement | null = null): Diagram {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  const [url, setUrl] = useState<string | undefined>(toUrl)
  const [client, setClient] = useState<DiagramClient>()
  const [size, setSize] = useState(() => drawnSizes.get(code))
  const [error, setError] = useState<DiagramError>()
  const fail = (message: string) => {
    setUrl(undefined)
    setClient(undefined)
    setError({ message, canRetry: true })
  }
  const failLoading = useEffectEvent(() => fail('Couldn’t load the preview.'))
  const scroller = useContext(ScrollerContext)
  const moveNear = useEffectEvent((isNear: boolean) => {
    if (!isNear) {
      setUrl(undefined)
      setClient(undefined)
    } else if (!error?.canRetry) setUrl((old) => old ?? toUrl())
  })
  useEffect(() => {
    if (!element || !scroller) return
    const observer = new IntersectionObserver((entries) => moveNear(entries.at(-1)?.isIntersecting ?? true), {
      root: scroller.element.current,
      rootMargin: margin,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, scroller])
  const isLoading = url !== undefined && client === undefined
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(failLoading, loadingMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  const failDrawing = useEffectEvent((reason: unknown) => {
    if (reason instanceof DiagramTimeout) return fail('Drawing this diagram took too long.')
    const message = describeDiagramError(reason instanceof Error ? reason.message : '', code)
    setError({ message, canRetry: false })
  })
  useEffect(() => {
    if (!client) return
    let isCurrent = true
    client.send({ do: 'draw', code, isDark }).then(
      (drawn) => {
        if (!isCurrent) return
        setRecent(drawnSizes, code, drawn.size)
        setSize(drawn.size)
        setError(undefined)
      },
      (reason) => isCurrent && failDrawing(reason),
    )
    return () => {
      isCurrent = false
    }
  }, [client, code, isDark])
  useEffect(() => () => client?.close(), [client])
  return {
    url,
    connect: (frame) => {
      const { port1, port2 } = new MessageChannel()
      frame.contentWindow?.postMessage('connect', '*', [port2])
      setClient(connectDiagram(port1, drawingMs))
    },
    size,
    error,
    retry: () => {
      setError(undefined)
      setUrl(toUrl())
    },
    write: async (format) => {
      if (!client) throw new Error('The diagram isn’t drawn yet. Try again.')
      const { file } = await client.send({ do: 'export', format })
      return file
    },
  }
}

interface DiagramClient {
  /** Rejects with Mermaid's message, or with a `DiagramTimeout`. */
  send<Command extends DiagramCommand>(command: Command): Promise<DiagramResponse & { did: Command['do'] }>
  close(): void
}

/** The frame has to be removed: its script does not end. */
class DiagramTimeout extends Error {}

interface Pending {
  readonly resolve: (response: DiagramResponse) => void
  readonly reject: (reason: Error) => void
}

/** `timeoutMs` is for each request. */
function connectDiagram(port: MessagePort, timeoutMs: number): DiagramClient {
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

/** `message` is Mermaid's own; it counts the lines without comments and front matter. */
export function describeDiagramError(message: string, code: string): string {
  const line = /\bon line (\d+)/.exec(message)?.[1]
  if (line) return `Line ${findLine(code, Number(line))} of this diagram has a syntax error.`
  if (/No diagram type detected|^Diagram \S* not found/.test(message))
    return 'The first line doesn’t name a type of Mermaid diagram.'
  if (/limit exceeded/i.test(message)) return 'This diagram is too large to preview.'
  return 'Couldn’t draw this diagram. Check its code.'
}

/** The line of the code that Mermaid counts as `counted`; found by bisection. */
function findLine(code: string, counted: number): number {
  const lines = code.replace(/\r\n?/g, '\n').split('\n')
  let low = 1
  let high = lines.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (countLines(lines.slice(0, middle).join('\n')) < counted) low = middle + 1
    else high = middle
  }
  return low
}

const frontMatter = /^\s*---[ \t]*(?:$|\n[\s\S]*?(?:\n[ \t]*---[ \t]*(?:\n|$)|$))/
const directive = /%%\{[\s\S]*?(?:\}%%|$)/g
const comment = /^\s*%%[^\n]*\n?/gm

/** The number of lines that Mermaid parses. The code may end anywhere. */
function countLines(code: string): number {
  const parsed = code.replace(frontMatter, '').replace(directive, '').replace(comment, '').trimStart()
  return parsed === '' ? 0 : parsed.split('\n').length
}

const maxValues = 100

/** Sets a value of a map whose keys are whole texts, and drops the oldest ones. */
export function setRecent<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.delete(key)
  values.set(key, value)
  for (const oldest of values.keys()) {
    if (values.size <= maxValues) return
    values.delete(oldest)
  }
}

type DiagramCommand =
  | { readonly do: 'draw'; readonly code: string; readonly isDark: boolean }
  | { readonly do: 'export'; readonly format: DiagramFormat }

export type DiagramRequest = DiagramCommand & { readonly id: number }

export type DiagramFormat = 'svg' | 'png'

const Size = z.object({ width: z.number().positive().max(1e6), height: z.number().positive().max(1e6) })
export type Size = z.infer<typeof Size>

export const DiagramResponse = z.discriminatedUnion('did', [
  z.object({ id: z.number(), did: z.literal('draw'), size: Size }),
  z.object({
    id: z.number(),
    did: z.literal('export'),
    file: z.union([z.string(), z.instanceof(ArrayBuffer)]),
  }),
  /** The message is Mermaid's own. */
  z.object({ id: z.number(), did: z.literal('fail'), message: z.string() }),
])
export type DiagramResponse = z.infer<typeof DiagramResponse>
