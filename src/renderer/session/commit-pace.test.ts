// How often what has arrived is shown.
import { expect, test } from 'vitest'
import { createPace } from './commit-pace'

/** Frames of 16 ms, and acts of which each takes so long. */
function count(cost: number, isInSight = (_time: number) => true): { shown: number; asked: number } {
  let time = 0
  let frame: (() => void) | undefined
  let after: (() => void) | undefined
  const plan = createPace({
    now: () => time,
    beforeFrame: (act) => {
      frame = act
      return () => {
        frame = undefined
      }
    },
    afterFrame: (act) => {
      after = act
    },
    isInSight: () => isInSight(time),
  })
  let shown = 0
  let isPlanned = false
  for (let asked = 1; ; asked += 1) {
    if (!isPlanned) {
      plan(() => {
        shown += 1
        time += cost
        isPlanned = false
      })
    }
    isPlanned = true
    const next = frame
    frame = undefined
    next?.()
    after?.()
    after = undefined
    time = Math.floor(time / 16) * 16 + 16
    if (time >= 1_600) return { shown, asked }
  }
}

test('what is shown quickly is shown with each frame', () => {
  expect(count(4)).toEqual({ shown: 100, asked: 100 })
})

test('what takes long leaves two thirds of the time to everything else', () => {
  const { shown } = count(20)
  expect(shown).toBeGreaterThan(15)
  expect(shown * 20).toBeLessThanOrEqual(1_600 / 3 + 20)
})

test('what nobody sees is shown four times a second, and at once when it comes into sight', () => {
  expect(count(4, () => false).shown).toBe(7)
  expect(count(4, (time) => time >= 800).shown).toBe(4 + 50)
})

test('however long it takes, it goes on', () => {
  expect(count(300).shown).toBe(4)
})

test('what was planned can be left off', () => {
  let left = false
  const plan = createPace({
    now: () => 0,
    beforeFrame: () => () => {
      left = true
    },
    afterFrame: () => {},
    isInSight: () => true,
  })
  plan(() => {})()
  expect(left).toBe(true)
})
