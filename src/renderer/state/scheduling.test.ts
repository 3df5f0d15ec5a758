import { expect, onTestFinished, test, vi } from 'vitest'
import { afterNextFrame, createCommitScheduler, createPressPrefetch } from './scheduling'

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

/** Frames of 16 ms: tasks run before each; callbacks that wait for the frame run after it. */
function createTestClock({ renderMs = 0, isInView = (_time: number): boolean => true } = {}) {
  let time = 0
  const tasks: (() => void)[] = []
  const waiting: ((renderMs: number) => void)[] = []
  const schedule = createCommitScheduler({
    now: () => time,
    runInNextTask(callback) {
      tasks.push(callback)
      return () => {}
    },
    afterNextFrame(callback) {
      waiting.push(callback)
      return () => {}
    },
    isInView: () => isInView(time),
  })
  return {
    schedule,
    time: () => time,
    advance(milliseconds: number) {
      time += milliseconds
    },
    runTasks() {
      for (const task of tasks.splice(0)) task()
    },
    runFrame() {
      time = Math.floor(time / 16) * 16 + 16
      for (const callback of waiting.splice(0)) callback(renderMs)
    },
  }
}

/** Commits within 1,600 ms if events are received all the time and a commit takes `commitMs` ms. */
function countCommits(commitMs: number, clock = createTestClock()): number {
  let commits = 0
  let isScheduled = false
  while (clock.time() < 1_600) {
    if (!isScheduled) {
      clock.schedule(() => {
        if (clock.time() < 1_600) commits += 1
        isScheduled = false
        clock.advance(commitMs)
      })
    }
    isScheduled = true
    clock.runTasks()
    clock.runFrame()
  }
  return commits
}

test('renders with each frame if it is fast, and leaves two thirds of the time to everything else if not', () => {
  expect(countCommits(2, createTestClock({ renderMs: 3 }))).toBe(100)
  expect(countCommits(2, createTestClock({ renderMs: 8 }))).toBe(50)
  const commits = countCommits(20)
  expect(commits).toBeGreaterThan(15)
  expect(commits * 20).toBeLessThanOrEqual(1_600 / 3 + 20)
  expect(countCommits(300)).toBe(4)
})

test('renders content out of view four times a second, and immediately when it comes into view', () => {
  expect(countCommits(4, createTestClock({ isInView: () => false }))).toBe(7)
  expect(countCommits(4, createTestClock({ isInView: (time) => time >= 800 }))).toBe(4 + 50)
})

test('does not delay later commits after a failed one', () => {
  const { schedule, runTasks } = createTestClock()
  const commits: string[] = []
  schedule(() => {
    throw new Error('broken')
  })
  expect(runTasks).toThrow('broken')
  schedule(() => commits.push('next'))
  runTasks()
  expect(commits).toEqual(['next'])
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
