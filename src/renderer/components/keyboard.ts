// Key presses: Enter that sends, Escape that closes, text composition, and the fields that undo themselves.
import type { KeyboardEvent } from 'react'

export interface PressedKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
}

/** Some input methods report that they are composing only by the key code 229. */
export function isComposing(pressed: Pick<PressedKey, 'isComposing' | 'keyCode'>): boolean {
  return pressed.isComposing || pressed.keyCode === 229
}

/** Enter that sends, rather than one that selects a word in an input method. */
export function isPlainEnter(pressed: PressedKey): boolean {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = pressed
  return key === 'Enter' && !shiftKey && !altKey && !ctrlKey && !metaKey && !isComposing(pressed)
}

/** Whether it is in an element that edits text, and has its own undo. */
export function isTextField(element: Element | null): boolean {
  const inputs = 'input:not([type=checkbox], [type=radio], [type=range])'
  return element !== null && element.closest(`${inputs}, textarea, [contenteditable="true"]`) !== null
}

/** For the `onKeyDown` of what Escape closes; pressed inside, the key does not stop an answer. */
export function onEscape(close: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    // A list rendered in a portal closes only itself.
    if (!event.currentTarget.contains(event.target instanceof Node ? event.target : null)) return
    event.stopPropagation()
    close()
  }
}
