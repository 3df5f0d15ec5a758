// Waiting for frames, of a page that draws them and of one that does not.
import { beforeEach, expect, test, vi } from 'vitest'
import { afterDrawing, afterFrame } from './frames'

const frames: (() => void)[] = []

beforeEach(() => {
  frames.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act))
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => {
    frames[frame - 1] = () => {}
  })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('it is told once, after the frame, how long that took', () => {
  const told: number[] = []
  afterFrame((drawing) => told.push(drawing))
  frames[0]?.()
  expect(told).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(told).toHaveLength(1)
})

test('a frame that never comes, as in a hidden window, is not waited for; should it come after all, nothing is told again', () => {
  const told: number[] = []
  afterFrame((drawing) => told.push(drawing))
  vi.advanceTimersByTime(1000)
  frames[0]?.()
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([0])
})

test.each([
  ['before the frame', () => {}],
  ['after the frame', () => frames[0]?.()],
])('what is left %s is not told', (_, come) => {
  const told: number[] = []
  const leave = afterFrame((drawing) => told.push(drawing))
  come()
  leave()
  frames[0]?.()
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([])
})

test('what is drawn is there with the second frame', () => {
  let told = 0
  const count = () => {
    told += 1
  }
  const draw = (at: number) => {
    frames[at]?.()
    vi.advanceTimersByTime(1)
  }
  afterDrawing(count)
  draw(0)
  expect(told).toBe(0)
  draw(1)
  expect(told).toBe(1)
  const leave = afterDrawing(count)
  draw(2)
  leave()
  draw(3)
  vi.advanceTimersByTime(1000)
  expect(told).toBe(1)
})
