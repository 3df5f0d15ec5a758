// What is pressed is begun once, and left where it is not opened.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOpening } from './press-ahead'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watchOpening() {
  const told: string[] = []
  const opening = createOpening((id) => {
    told.push(`+${id}`)
    return () => told.push(`-${id}`)
  })
  return { told, ...opening }
}

test('what is pressed and then opened is begun once, and left with its opening', () => {
  const { told, press, open } = watchOpening()
  press('a')
  press('a')
  const leave = open('a')
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual(['+a'])
  leave()
  expect(told).toEqual(['+a', '-a'])
})

test('what is not opened is left after a while, or as soon as another is pressed', () => {
  const { told, press } = watchOpening()
  press('a')
  press('b')
  expect(told).toEqual(['+a', '-a', '+b'])
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual(['+a', '-a', '+b', '-b'])
})

test('a press on what is open takes nothing from it', () => {
  const { told, press, open } = watchOpening()
  open('a')
  press('a')
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual(['+a'])
})

test('another one may be opened than is pressed', () => {
  const { told, press, open } = watchOpening()
  press('a')
  open('b')
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual(['+a', '+b', '-a'])
})
