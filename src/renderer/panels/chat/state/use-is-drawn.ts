// Whether what a component has come with is drawn: many small controls must not hold up what is read.
import { useEffect, useState } from 'react'
import { afterDrawing, afterFrame } from '../../../state/frames'
import { createTurns } from './draw-in-turn'

/** Each of those that wait has a frame of its own: all at once they would be one long task. */
const turns = createTurns<object>(() => false, { soon: afterDrawing, afterFrame })

/**
 * False at first. React's own deferring will not do: it would come before what is drawn part by part, and an answer that
 * is written holds it up.
 */
export function useIsDrawn(): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    const part = {}
    turns.wish(part, () => setIsDrawn(true))
    return () => turns.forget(part)
  }, [])
  return isDrawn
}
