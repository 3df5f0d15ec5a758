// Ctrl+F and Ctrl+H (⌘F and ⌥⌘F on a Mac) find and replace, wherever in the room the focus is.
import { useEffect, useRef } from 'react'

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)

export function useFindKeys(onFind: (field: 'find' | 'replace') => void) {
  const latest = useRef(onFind)
  latest.current = onFind
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const mod = isMac ? event.metaKey : event.ctrlKey
      const isElsewhere = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null
      if (!mod || event.shiftKey || isElsewhere) return
      const field = readField(event)
      if (!field) return
      latest.current(field)
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the editor, which has uses of its own for some of them on a Mac.
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [])
}

/** ⌘H hides the application: there the key is ⌥⌘F, which types another sign. */
function readField({ key, code, altKey }: KeyboardEvent): 'find' | 'replace' | undefined {
  if (isMac && altKey) return code === 'KeyF' ? 'replace' : undefined
  if (altKey) return undefined
  if (key.toLowerCase() === 'f') return 'find'
  return !isMac && key.toLowerCase() === 'h' ? 'replace' : undefined
}
