// What a key pressed in the prompt means.
import { isComposing, isPlainEnter, type PressedKey } from '../../../components/keyboard'

export type PromptKey = 'send' | 'editLast' | 'templates'

/** Enter sends, unless it chooses a word in an input method. */
export function readPromptKey(pressed: PressedKey, text: string): PromptKey | null {
  if (isPlainEnter(pressed)) return 'send'
  const { key, shiftKey, altKey, ctrlKey, metaKey } = pressed
  if (isComposing(pressed) || ctrlKey || metaKey || text !== '') return null
  if (key === 'ArrowUp' && altKey && !shiftKey) return 'editLast'
  return key === '/' && !altKey ? 'templates' : null
}
