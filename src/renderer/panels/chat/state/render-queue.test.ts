import { expect, test } from 'vitest'
import { createRenderQueue } from './render-queue'

const makePart = () => ({})

test('renders one part a frame, parts in view first, and no removed parts', () => {
  const frames: (() => void)[] = []
  const drawn: string[] = []
  const [near, inView, gone, late] = [makePart(), makePart(), makePart(), makePart()]
  const tasks: (() => void)[] = []
  const queue = createRenderQueue((part) => part === inView, {
    start: (act) => tasks.push(act),
    afterNextFrame: (act) => frames.push(act),
  })
  queue.enqueue(near, () => drawn.push('near'))
  queue.enqueue(gone, () => drawn.push('gone'))
  queue.enqueue(inView, () => drawn.push('in view'))
  queue.remove(gone)
  const counts = [tasks, frames, frames].map((moments) => {
    moments.shift()?.()
    return drawn.length
  })
  expect([counts, drawn, frames]).toEqual([[1, 2, 2], ['in view', 'near'], []])
  queue.enqueue(late, () => drawn.push('late'))
  tasks.shift()?.()
  expect(drawn).toEqual(['in view', 'near', 'late'])
})
