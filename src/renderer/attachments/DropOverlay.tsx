// Covers a panel while files are dragged over it, and describes what dropping them does.
import { Paperclip } from 'lucide-react'
import { createPortal } from 'react-dom'
import type { Hovering } from './use-file-drop'

interface DropOverlayProps {
  readonly hovering: Hovering
  readonly title: string
  readonly children: string
}

export function DropOverlay({ hovering: { bounds }, title, children }: DropOverlayProps) {
  const { left, top, width, height } = bounds
  return createPortal(
    <div
      role="status"
      style={{ left, top, width, height }}
      className="pointer-events-none fixed z-40 animate-appear p-3"
    >
      <div className="flex h-full flex-col items-center justify-center gap-2 rounded-xl border-2 border-accent border-dashed bg-canvas/97 text-center">
        <Paperclip size={20} aria-hidden="true" className="text-accent" />
        <p className="font-semibold text-lg">{title}</p>
        <p className="max-w-[44ch] text-soft">{children}</p>
      </div>
    </div>,
    document.body,
  )
}
