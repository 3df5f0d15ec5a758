// Moves files of the queue by dragging their rows.
import { type DragEvent, useState } from 'react'
import { fileSelection, listMovable, moveFiles } from './file-selection'

interface DropTarget {
  /** Pixels from the top of the list. */
  readonly top: number
  /** Null is the end of the queue. */
  readonly before: string | null
}

/** A custom type, so that no panel treats it as a file. */
const dragKind = 'application/x-transcriptions'

export function useQueueDrag() {
  const [dragged, setDragged] = useState<ReadonlySet<string> | null>(null)
  /** The position of a drop; null if no files are dragged. */
  const [dropTarget, setDropTarget] = useState<DropTarget | null>(null)
  const onDragEnd = () => {
    setDragged(null)
    setDropTarget(null)
  }
  const onDragStart = ({ target, dataTransfer }: DragEvent) => {
    const id = readRow(target)?.dataset.id
    if (id === undefined) return
    const { ids } = fileSelection.read()
    dataTransfer.setData(dragKind, id)
    dataTransfer.effectAllowed = 'move'
    setDragged(ids.has(id) ? ids : new Set([id]))
  }
  const onDragOver = (event: DragEvent) => {
    const isOurs = dragged && event.dataTransfer.types.includes(dragKind)
    const found = isOurs ? findDropTarget(event) : null
    if (!found) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    if (found.top !== dropTarget?.top || found.before !== dropTarget.before) setDropTarget(found)
  }
  const onDrop = (event: DragEvent) => {
    if (!dragged) return
    event.preventDefault()
    if (dropTarget) moveFiles(dragged, dropTarget)
    onDragEnd()
  }
  return { dropTarget, listeners: { onDragStart, onDragOver, onDrop, onDragEnd } }
}

/** Only files that have not started can be moved. */
function findDropTarget({ target, clientY }: DragEvent): DropTarget | null {
  const row = readRow(target)
  const movable = listMovable()
  const at = movable.indexOf(row?.dataset.id ?? '')
  const slot = row?.closest<HTMLElement>('[data-start]')
  if (at < 0 || !slot) return null
  const { top, height } = slot.getBoundingClientRect()
  const isBelow = clientY > top + height / 2
  const start = Number(slot.dataset.start)
  return isBelow
    ? { top: start + height, before: movable[at + 1] ?? null }
    : { top: start, before: movable[at] ?? null }
}

function readRow(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null
}
