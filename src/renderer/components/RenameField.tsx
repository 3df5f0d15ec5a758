// Renames an item of a list in place.
import { type KeyboardEvent, useRef, useState } from 'react'

interface RenameFieldProps {
  readonly label: string
  readonly name: string
  readonly maxLength?: number
  readonly onRename: (name: string) => void
  /** After a key, the focus returns to the row; otherwise it is elsewhere already. */
  readonly onDone: (byKey: boolean) => void
}

export function RenameField({ label, name, maxLength = 200, onRename, onDone }: RenameFieldProps) {
  const [typed, setTyped] = useState(name)
  const save = (byKey: boolean) => {
    onDone(byKey)
    const next = typed.trim()
    if (next && next !== name) onRename(next)
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // The list must not handle keys of the text, and Escape must not stop an answer.
    event.stopPropagation()
    if (event.key === 'Enter') {
      // Otherwise the same key would press the row, which has the focus by then.
      event.preventDefault()
      save(true)
    }
    if (event.key === 'Escape') onDone(true)
  }
  return (
    <input
      ref={(input) => input?.focus()}
      aria-label={label}
      dir="auto"
      data-own-escape
      maxLength={maxLength}
      value={typed}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => save(false)}
      onKeyDown={pressKey}
      className="h-8 w-full rounded-md border border-accent bg-raised px-2 outline-none"
    />
  )
}

/** Whether a row is being renamed; if a key ends it, the focus returns to the row. */
export function useRenaming() {
  const [renaming, setRenaming] = useState(false)
  const returning = useRef(false)
  return {
    renaming,
    startRenaming: () => setRenaming(true),
    endRenaming: (byKey: boolean) => {
      returning.current = byKey
      setRenaming(false)
    },
    /** The ref of the row's button. */
    returnFocus: (button: HTMLButtonElement | null) => {
      if (!button || !returning.current) return
      returning.current = false
      button.focus()
    },
  }
}
