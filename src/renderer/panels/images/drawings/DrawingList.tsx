// The drawings: begin one, open, rename and delete them.
import { SquarePen } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../../kit/IconButton'
import { moveFocus } from '../../../kit/move-focus'
import { openDrawing } from '../../../session/navigation'
import { DrawingRows } from './DrawingRows'

export function DrawingList() {
  // No ref: the rows are drawn first, and must be told once it is there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const pressKey = (event: KeyboardEvent) => {
    const { target, key } = event
    const isMeant = target instanceof Node && scroller?.contains(target)
    if (!scroller || !isMeant || event.defaultPrevented || event.nativeEvent.isComposing) return
    if (moveFocus(scroller, key, () => {})) event.preventDefault()
  }
  return (
    <nav aria-label="Drawings" onKeyDown={pressKey} className="flex min-h-0 min-w-0 flex-1 flex-col bg-frame">
      <div className="flex h-11 items-center justify-between pr-1 pl-4">
        <h2 className="font-medium text-faint text-xs">Drawings</h2>
        <IconButton label="New drawing" icon={SquarePen} keys="mod+n" onClick={() => openDrawing(null)} />
      </div>
      <div ref={setScroller} className="min-h-0 flex-1 overflow-y-auto pb-2 pl-2 [scrollbar-gutter:stable]">
        <DrawingRows scroller={scroller} />
      </div>
    </nav>
  )
}
