// Whether a row of a list is being renamed; ended by a key, the focus goes back to the row.
import { useRef, useState } from 'react'

export function useRenaming() {
  const [renaming, setRenaming] = useState(false)
  const returning = useRef(false)
  return {
    renaming,
    beginRenaming: () => setRenaming(true),
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
