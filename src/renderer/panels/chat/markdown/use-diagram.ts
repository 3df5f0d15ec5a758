// A diagram in its frame: loads the frame, draws in it, and removes it if it does not answer or is far from the viewport.
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { toPreviewUrl } from '#shared/desktop/preview-frames'
import { useMediaQuery } from '../../../components/use-media-query'
import { connectDiagram, type DiagramClient, DiagramTimeout } from './diagram-client'
import { describeDiagramError } from './diagram-errors'
import type { DiagramFormat, Size } from './diagram-messages'
import { setRecent } from './recent-values'
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
