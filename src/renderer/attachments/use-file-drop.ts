// Takes files that are dropped anywhere on a panel.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Dropped, readDropped } from './dropped-files'

export interface Hovering {
  readonly count: number
  readonly place: DOMRect
}

/** Where files hover over the section that holds `inside`, and how many; null while none do. */
export function useFileDrop(inside: RefObject<HTMLElement | null>, onDrop: (dropped: Dropped) => void) {
  const [hovering, setHovering] = useState<Hovering | null>(null)
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => {
    const section = inside.current?.closest('section')
    if (!section) return
    const hover = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      if (event.type === 'dragenter') {
        setHovering({ count: event.dataTransfer.items.length, place: section.getBoundingClientRect() })
      }
    }
    const leave = (event: DragEvent) => {
      const isInside = event.relatedTarget instanceof Node && section.contains(event.relatedTarget)
      if (!isInside) setHovering(null)
    }
    const take = (event: DragEvent) => {
      setHovering(null)
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      drop.current(readDropped(event.dataTransfer))
    }
    section.addEventListener('dragenter', hover)
    section.addEventListener('dragover', hover)
    section.addEventListener('dragleave', leave)
    section.addEventListener('drop', take)
    return () => {
      section.removeEventListener('dragenter', hover)
      section.removeEventListener('dragover', hover)
      section.removeEventListener('dragleave', leave)
      section.removeEventListener('drop', take)
    }
  }, [inside])
  return hovering
}
