import { expect, test } from 'vitest'
import { createRenderQueue } from './render-queue'

const makePart = () => ({})

test('renders one part a frame, parts in view first, and no removed parts', () => {
  const frames: (() => void)[] = []
  const rendered: string[] = []
  const [near, inView, removed, late] = [makePart(), makePart(), makePart(), makePart()]
  const tasks: (() => void)[] = []
  const queue = createRenderQueue((part) => part === inView, {
    start: (callback) => tasks.push(callback),
    afterNextFrame: (callback) => frames.push(callback),
  })
  queue.enqueue(near, () => rendered.push('near'))
  queue.enqueue(removed, () => rendered.push('removed'))
  queue.enqueue(inView, () => rendered.push('in view'))
  queue.remove(removed)
  const counts = [tasks, frames, frames].map((moments) => {
    moments.shift()?.()
    return rendered.length
  })
  expect([counts, rendered, frames]).toEqual([[1, 2, 2], ['in view', 'near'], []])
  queue.enqueue(late, () => rendered.push('late'))
  tasks.shift()?.()
  expect(rendered).toEqual(['in view', 'near', 'late'])
})
