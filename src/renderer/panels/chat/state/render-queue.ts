// Renders expensive parts one after another, with a frame between two of them.

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterFrame, afterPaint } from '../../../state/scheduling'

type Draw = () => void

interface Turns<Part> {
  /** What waits already waits on, with what it was given last. */
  wish(part: Part, draw: Draw): void
  forget(part: Part): void
}

interface Moments {
  /** When the first of them is drawn: in a task of its own, or later. */
  soon(act: () => void): unknown
  /** Once a frame has been shown. */
  afterFrame(act: () => void): unknown
}

/** `isFirst` goes before all others. */
export function createTurns<Part>(
  isFirst: (part: Part) => boolean,
  { soon, afterFrame }: Moments,
): Turns<Part> {
  const waiting = new Map<Part, Draw>()
  let isUnderWay = false
  const drawNext = () => {
    const parts = [...waiting.keys()]
    const part = parts.find(isFirst) ?? parts[0]
    const draw = part && waiting.get(part)
    if (!part || !draw) {
      isUnderWay = false
      return
    }
    waiting.delete(part)
    draw()
    afterFrame(drawNext)
  }
  return {
    wish(part, draw) {
      waiting.set(part, draw)
      if (isUnderWay) return
      isUnderWay = true
      soon(drawNext)
    },
    forget: (part) => waiting.delete(part),
  }
}

/**
 * React's own transitions will not do: an answer that is written interrupts them with every frame, until they have
 * waited too long and are all drawn in one long task.
 */
export function drawAtOnce(draw: Draw) {
  flushSync(draw)
}

/** Each of those that wait has a frame of its own: all at once they would be one long task. */
const turns = createTurns<object>(() => false, { soon: afterPaint, afterFrame })

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
