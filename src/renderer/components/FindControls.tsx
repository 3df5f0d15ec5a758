// The keys, the count, and the buttons of the find bars of a chat and of a transcript.
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from './IconButton'
import { isComposing } from './keyboard'

interface FindActions {
  readonly go: (step: 1 | -1) => void
  readonly onClose: () => void
}

/** F3 anywhere in the bar, Enter in the field, each with Shift for the previous match, and Escape. */
export function pressFindKey(
  event: KeyboardEvent,
  field: HTMLInputElement | null,
  { go, onClose }: FindActions,
) {
  const { key, shiftKey, nativeEvent, target } = event
  if (isComposing(nativeEvent)) return
  if (key === 'Escape') {
    // Elsewhere, Escape stops the running answer.
    event.stopPropagation()
    onClose()
  } else if (key === 'F3' || (key === 'Enter' && target === field)) {
    event.preventDefault()
    go(shiftKey ? -1 : 1)
  }
}

interface FindControlsProps extends FindActions {
  readonly status: string
  readonly hasNone: boolean
}

export function FindControls({ status, hasNone, go, onClose }: FindControlsProps) {
  return (
    <>
      <span role="status" className="min-w-20 whitespace-nowrap text-center text-faint text-sm tabular-nums">
        {status}
      </span>
      <IconButton
        label="Previous match"
        keys="shift+enter"
        icon={ChevronUp}
        disabled={hasNone}
        onClick={() => go(-1)}
      />
      <IconButton
        label="Next match"
        keys="enter"
        icon={ChevronDown}
        disabled={hasNone}
        onClick={() => go(1)}
      />
      <IconButton label="Close find bar" keys="escape" icon={X} onClick={onClose} />
    </>
  )
}
