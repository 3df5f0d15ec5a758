// A box that takes the keys that are pressed while it has the focus.
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

interface KeyRecorderProps {
  readonly label: string
  readonly className: string
  readonly onPress: (press: globalThis.KeyboardEvent) => void
  /** Escape, or the focus has moved elsewhere. */
  readonly onCancel: () => void
  readonly children: ReactNode
}

export function KeyRecorder({ label, className, onPress, onCancel, children }: KeyRecorderProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const pressKey = (event: KeyboardEvent) => {
    // Tab leaves the box, as everywhere.
    if (event.key === 'Tab' && !event.ctrlKey && !event.metaKey && !event.altKey) return
    event.preventDefault()
    // Neither the panel nor the window may run a command.
    event.stopPropagation()
    if (event.key === 'Escape') onCancel()
    else if (!event.repeat) onPress(event.nativeEvent)
  }
  return (
    <div
      ref={box}
      // Not a text field, whose own keys would be expected to work.
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes key presses.
      tabIndex={0}
      aria-label={label}
      data-own-escape
      onKeyDown={pressKey}
      onBlur={onCancel}
      className={className}
    >
      {children}
    </div>
  )
}
