// Whether a pressed key is Enter that sends, and not one that chooses a word in an input method.

export interface PressedKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
}

/** Some input methods report that they are at work only by the key code 229. */
export function isComposing(pressed: Pick<PressedKey, 'isComposing' | 'keyCode'>): boolean {
  return pressed.isComposing || pressed.keyCode === 229
}

export function isPlainEnter(pressed: PressedKey): boolean {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = pressed
  return key === 'Enter' && !shiftKey && !altKey && !ctrlKey && !metaKey && !isComposing(pressed)
}
