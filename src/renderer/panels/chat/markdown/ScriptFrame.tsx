// Runs the scripts of an answer's HTML: in a frame without origin, network, pop-ups and forms, in a process of its own.
import { useRef, useState } from 'react'
import { toPreviewUrl } from '#shared/desktop/preview-frames'

interface ScriptFrameProps {
  readonly html: string
  readonly height: number
}

export function ScriptFrame({ html, height }: ScriptFrameProps) {
  const [url] = useState(() => toPreviewUrl(crypto.randomUUID(), 'script-frame'))
  const isSent = useRef(false)
  const send = (frame: HTMLIFrameElement) => {
    // The HTML replaces the frame's page, which then loads again.
    if (isSent.current) return
    isSent.current = true
    frame.contentWindow?.postMessage(html, '*')
  }
  return (
    <iframe
      title="HTML preview with scripts"
      src={url}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      onLoad={({ currentTarget }) => send(currentTarget)}
      // Pages without a background expect a white one.
      style={{ height, colorScheme: 'light', background: '#fff' }}
      className="block w-full"
    />
  )
}
