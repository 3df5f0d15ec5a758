// Escape ends what is open in a form.
import type { KeyboardEvent } from 'react'

/** For `onKeyDown` of what is ended; pressed inside of it, Escape does not stop an answer. */
export function onEscape(end: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    // A list that hangs elsewhere in the page closes itself alone.
    if (!event.currentTarget.contains(event.target instanceof Node ? event.target : null)) return
    event.stopPropagation()
    end()
  }
}
