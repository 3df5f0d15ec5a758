// Renders expensive parts one after another, with a frame between two of them.
import { useEffect, useState } from 'react'
import { afterNextFrame, afterPaint } from '../../../state/scheduling'

/**
 * Parts for which `isFirst` is true are rendered before all others. `start` schedules the first part: in its own task,
 * or later.
 */
export function createRenderQueue<Part>(
  isFirst: (part: Part) => boolean,
  start: (callback: () => void) => unknown,
) {
  const queued = new Map<Part, () => void>()
  let isActive = false
  const renderNext = () => {
    const parts = [...queued.keys()]
    const part = parts.find(isFirst) ?? parts[0]
    const render = part && queued.get(part)
    if (!part || !render) {
      isActive = false
      return
    }
    queued.delete(part)
    render()
    afterNextFrame(renderNext)
  }
  return {
    /** A part that is queued already retains its position, with the newest `render`. */
    enqueue(part: Part, render: () => void) {
      queued.set(part, render)
      if (isActive) return
      isActive = true
      start(renderNext)
    },
    remove(part: Part) {
      queued.delete(part)
    },
  }
}

const queue = createRenderQueue<object>(() => false, afterPaint)

/**
 * False at first, then true when it is this component's turn: many small controls must not delay the text. React's
 * deferred values do not work here: they come before parts that are rendered one by one, and a streamed answer delays
 * them.
 */
export function useHasPainted(): boolean {
  const [hasPainted, setHasPainted] = useState(false)
  useEffect(() => {
    const part = {}
    queue.enqueue(part, () => setHasPainted(true))
    return () => queue.remove(part)
  }, [])
  return hasPainted
}
