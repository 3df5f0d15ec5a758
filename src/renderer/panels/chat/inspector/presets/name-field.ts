// How a field for a name behaves that appears for a moment: it has the focus, its text is selected, and Escape leaves it.
import { type KeyboardEvent, useRef } from 'react'

export function takeFocus(input: HTMLInputElement | null) {
  input?.select()
}

export function leaveByEscape(event: KeyboardEvent, leave: () => void) {
  if (event.key !== 'Escape') return
  // Else it would stop an answer that is under way as well.
  event.stopPropagation()
  leave()
}

/** For the button that makes way for the field: it has the focus again where a key has closed that. */
export function useReturningFocus() {
  const returning = useRef(false)
  return {
    expectFocus: () => {
      returning.current = true
    },
    returnFocus: (button: HTMLButtonElement | null) => {
      if (!button || !returning.current) return
      returning.current = false
      button.focus()
    },
  }
}
