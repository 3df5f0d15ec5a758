import { expect, test } from 'vitest'
import { createTurns } from './render-queue'

const makePart = () => ({})

test('the first is drawn soon, then each frame draws one part, those in view before the others, and none that has gone away', () => {
  const frames: (() => void)[] = []
  const drawn: string[] = []
  const [near, inView, gone, late] = [makePart(), makePart(), makePart(), makePart()]
  const tasks: (() => void)[] = []
  const turns = createTurns((part) => part === inView, {
    soon: (act) => tasks.push(act),
    afterFrame: (act) => frames.push(act),
  })
  turns.wish(near, () => drawn.push('near'))
  turns.wish(gone, () => drawn.push('gone'))
  turns.wish(inView, () => drawn.push('in view'))
  turns.forget(gone)
  const counts = [tasks, frames, frames].map((moments) => {
    moments.shift()?.()
    return drawn.length
  })
  expect([counts, drawn, frames]).toEqual([[1, 2, 2], ['in view', 'near'], []])
  turns.wish(late, () => drawn.push('late'))
  tasks.shift()?.()
  expect(drawn).toEqual(['in view', 'near', 'late'])
})
