// Receives files that are dropped on a panel or pasted into its prompt, and describes what dropping them does.

import { Paperclip } from 'lucide-react'
import { type ClipboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

export interface Dropped {
  readonly files: readonly File[]
  /** Names of folders, which are not attached. */
  readonly folders: readonly string[]
}

/** Must be called while the event is handled: afterwards the transfer is empty. */
function readDropped(transfer: DataTransfer): Dropped {
  const files: File[] = []
  const folders: string[] = []
  for (const item of transfer.items) {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    const file = item.kind === 'file' ? item.getAsFile() : null
    if (entry?.isDirectory) folders.push(entry.name)
    else if (file) files.push(file)
  }
  return { files, folders }
}

/** Office programs put a picture of the text next to the text: then the user means the text. */
export function prefersFiles(types: readonly string[]): boolean {
  return types.includes('Files') && !(types.includes('text/plain') && types.includes('text/html'))
}

export interface Hovering {
  readonly count: number
  readonly bounds: DOMRect
}

/** Returns the number of files dragged over the section or list that contains `inside`, and its bounds, or null. */
export function useFileDrop(inside: RefObject<HTMLElement | null>, onDrop: (dropped: Dropped) => void) {
  const [hovering, setHovering] = useState<Hovering | null>(null)
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => {
    const section = inside.current?.closest<HTMLElement>('section, nav')
    if (!section) return
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      if (event.type === 'dragenter') {
        setHovering({ count: event.dataTransfer.items.length, bounds: section.getBoundingClientRect() })
      }
    }
    const onDragLeave = (event: DragEvent) => {
      const isInside = event.relatedTarget instanceof Node && section.contains(event.relatedTarget)
      if (!isInside) setHovering(null)
    }
    const handleDrop = (event: DragEvent) => {
      setHovering(null)
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      drop.current(readDropped(event.dataTransfer))
    }
    section.addEventListener('dragenter', onDragOver)
    section.addEventListener('dragover', onDragOver)
    section.addEventListener('dragleave', onDragLeave)
    section.addEventListener('drop', handleDrop)
    return () => {
      section.removeEventListener('dragenter', onDragOver)
      section.removeEventListener('dragover', onDragOver)
      section.removeEventListener('dragleave', onDragLeave)
      section.removeEventListener('drop', handleDrop)
    }
  }, [inside])
  return hovering
}

/** `hovering` is null while no files are dragged over the section that contains `inside`. */
export function useDropAndPaste(inside: RefObject<HTMLElement | null>, onDrop: (dropped: Dropped) => void) {
  const hovering = useFileDrop(inside, onDrop)
  const paste = (event: ClipboardEvent) => {
    if (!prefersFiles(event.clipboardData.types)) return
    event.preventDefault()
    onDrop(readDropped(event.clipboardData))
  }
  return { hovering, paste }
}

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
