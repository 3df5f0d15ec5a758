// The items of a text field's context menu for a misspelled word.
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import { toDialogLabel } from '../dialog-labels'

interface SpellingActions {
  readonly replace: (word: string) => void
  readonly learn: (word: string) => void
}

/** Suggestions for the misspelled word at the pointer; empty for a correct word. */
export function listSpellingItems(
  {
    misspelledWord,
    dictionarySuggestions,
  }: Pick<ContextMenuParams, 'misspelledWord' | 'dictionarySuggestions'>,
  { replace, learn }: SpellingActions,
): MenuItemConstructorOptions[] {
  if (!misspelledWord) return []
  const suggestions = dictionarySuggestions.map((word) => ({ label: word, click: () => replace(word) }))
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: toDialogLabel('No suggestions'), enabled: false }]),
    { type: 'separator' },
    { label: toDialogLabel('Add to dictionary'), click: () => learn(misspelledWord) },
    { type: 'separator' },
  ]
}
