// What a key pressed in the prompt means.

export interface PressedKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
}

/** Enter sends, unless it chooses a word in an input method: some report that only by the key code 229. */
export function isSending(pressed: PressedKey): boolean {
  if (pressed.isComposing || pressed.keyCode === 229) return false
  return pressed.key === 'Enter' && !pressed.shiftKey && !pressed.altKey
}
