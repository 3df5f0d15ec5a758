// The colours of code that may still grow; once it has rested, all of it is coloured.
import { useEffect, useReducer, useRef } from 'react'
import { growHighlight, type Highlighted, highlightCode } from './highlight-code'

/** Milliseconds: code that has not grown for so long is finished, or held up. */
const rest = 300

export function useHighlight(code: string, language: string): Highlighted | null {
  const grown = useRef<Highlighted | null>(null)
  const [, showAgain] = useReducer((count: number) => count + 1, 0)
  // Colours of the same code are always the same, so a render that is thrown away does no harm.
  grown.current = growHighlight(grown.current, code, language)
  const isComplete = grown.current?.code === code
  useEffect(() => {
    if (isComplete) return
    const timer = setTimeout(() => {
      const whole = highlightCode(code, language)
      if (!whole) return
      grown.current = whole
      showAgain()
    }, rest)
    return () => clearTimeout(timer)
  }, [code, language, isComplete])
  return grown.current
}
