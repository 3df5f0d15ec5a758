// What a key pressed in the prompt means.

export interface PressedKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
}

export type PromptKey = 'send' | 'editLast' | 'templates'

/** Enter sends, unless it chooses a word in an input method: some report that only by the key code 229. */
export function readPromptKey(pressed: PressedKey, text: string): PromptKey | null {
  if (pressed.isComposing || pressed.keyCode === 229 || pressed.ctrlKey || pressed.metaKey) return null
  const { key, shiftKey, altKey } = pressed
  if (key === 'Enter') return shiftKey || altKey ? null : 'send'
  if (text !== '') return null
  if (key === 'ArrowUp' && altKey && !shiftKey) return 'editLast'
  return key === '/' && !altKey ? 'templates' : null
}
