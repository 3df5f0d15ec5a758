// Ctrl+Z (⌘Z) brings a removed attachment back, wherever the focus is but in a text, which has an undo of its own.
import { useEffect } from 'react'
import { putBackLast } from './detach-file'

const texts = 'input, textarea, [contenteditable="true"], [role="dialog"]'

export function useUndoKey(draftKey: string) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return
      if (target instanceof Element && target.closest(texts)) return
      if (putBackLast(draftKey)) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [draftKey])
}
