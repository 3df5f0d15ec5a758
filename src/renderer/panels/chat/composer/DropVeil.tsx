// Lies over the chat while files hover above it, and says what will happen to them.
import { Paperclip } from 'lucide-react'
import { createPortal } from 'react-dom'
import type { Hovering } from './use-file-drop'

interface DropVeilProps {
  readonly hovering: Hovering
  readonly limitMegabytes: number
}

export function DropVeil({ hovering: { count, place }, limitMegabytes }: DropVeilProps) {
  const { left, top, width, height } = place
  return createPortal(
    <div
      role="status"
      style={{ left, top, width, height }}
      className="pointer-events-none fixed z-40 animate-appear p-3"
    >
      <div className="flex h-full flex-col items-center justify-center gap-2 rounded-xl border-2 border-accent border-dashed bg-canvas/97 text-center">
        <Paperclip size={20} aria-hidden="true" className="text-accent" />
        <p className="font-semibold text-lg">{count > 1 ? `Attach ${count} files` : 'Attach the file'}</p>
        <p className="max-w-[44ch] text-soft">
          Pictures, sound, video, PDF and text go to the prompt you are writing. A request holds{' '}
          {limitMegabytes} MB.
        </p>
      </div>
    </div>,
    document.body,
  )
}
