// Renders expensive parts one after another, with a frame between two of them.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterNextFrame, afterPaint } from '../../../state/scheduling'

interface RenderQueue<Part> {
  /** A part that is queued already retains its position, with the newest `render`. */
  enqueue(part: Part, render: () => void): void
  remove(part: Part): void
}

interface RenderQueueOptions {
  /** When the first part is rendered: in its own task, or later. */
  start(callback: () => void): unknown
  afterNextFrame(callback: () => void): unknown
}

/** Parts for which `isFirst` is true are rendered before all others. */
export function createRenderQueue<Part>(
  isFirst: (part: Part) => boolean,
  { start, afterNextFrame }: RenderQueueOptions,
): RenderQueue<Part> {
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
    enqueue(part, render) {
      queued.set(part, render)
      if (isActive) return
      isActive = true
      start(renderNext)
    },
    remove: (part) => queued.delete(part),
  }
}

/**
 * React's own transitions do not work here: a streamed answer interrupts them with every frame, until they have waited
 * too long and are all rendered in one long task.
 */
export function renderSync(render: () => void) {
  flushSync(render)
}

const queue = createRenderQueue<object>(() => false, { start: afterPaint, afterNextFrame })

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
