import { expect, onTestFinished, test, vi } from 'vitest'
import { afterNextFrame, createPressPrefetch } from './scheduling'

test('does not wait for a frame that never comes in a hidden window, and reports once if it comes late', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback))
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => {
    frames[frame - 1] = () => {}
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const events: number[] = []
  afterNextFrame((renderMs) => events.push(renderMs))
  vi.advanceTimersByTime(1000)
  frames[0]?.()
  vi.advanceTimersByTime(1000)
  expect(events).toEqual([0])
})

test('prefetches a pressed row once, until it is closed, or for 2 s if it is not opened', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const events: string[] = []
  const { press, open } = createPressPrefetch((id) => {
    events.push(`+${id}`)
    return () => events.push(`-${id}`)
  })
  press('a')
  press('a')
  const close = open('a')
  vi.advanceTimersByTime(10_000)
  expect(events).toEqual(['+a'])
  close()
  press('b')
  press('c')
  vi.advanceTimersByTime(10_000)
  expect(events).toEqual(['+a', '-a', '+b', '-b', '+c', '-c'])
})
