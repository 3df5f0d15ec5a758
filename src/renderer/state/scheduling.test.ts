import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { afterNextFrame, createCommitScheduler, createPressPrefetch } from './scheduling'

describe('frames', () => {
  const frames: (() => void)[] = []

  beforeEach(() => {
    frames.length = 0
    vi.useFakeTimers()
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback))
    vi.stubGlobal('cancelAnimationFrame', (frame: number) => {
      frames[frame - 1] = () => {}
    })
    return () => {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    }
  })

  test('does not wait for a frame that never comes in a hidden window, and reports once if it comes late', () => {
    const events: number[] = []
    afterNextFrame((renderMs) => events.push(renderMs))
    vi.advanceTimersByTime(1000)
    frames[0]?.()
    vi.advanceTimersByTime(1000)
    expect(events).toEqual([0])
  })
})

describe('commit scheduler', () => {
  /** Frames of 16 ms: tasks run before each; callbacks that wait for the frame run after it. */
  function createTestClock({ renderMs = 0, isInView = (_time: number): boolean => true } = {}) {
    let time = 0
    let tasks: (() => void)[] = []
    let waiting: ((renderMs: number) => void)[] = []
    const schedule = createCommitScheduler({
      now: () => time,
      runInNextTask(callback) {
        tasks.push(callback)
        return () => {
          tasks = tasks.filter((task) => task !== callback)
        }
      },
      afterNextFrame(callback) {
        waiting.push(callback)
        return () => {
          waiting = waiting.filter((each) => each !== callback)
        }
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

  test('leaves two thirds of the time to everything else if rendering is slow', () => {
    const commits = countCommits(20)
    expect(commits).toBeGreaterThan(15)
    expect(commits * 20).toBeLessThanOrEqual(1_600 / 3 + 20)
  })

  test('includes the time to paint', () => {
    expect(countCommits(2, createTestClock({ renderMs: 3 }))).toBe(100)
    expect(countCommits(2, createTestClock({ renderMs: 8 }))).toBe(50)
  })

  test('renders content out of view four times a second, and immediately when it comes into view', () => {
    expect(countCommits(4, createTestClock({ isInView: () => false }))).toBe(7)
    expect(countCommits(4, createTestClock({ isInView: (time) => time >= 800 }))).toBe(4 + 50)
  })

  test('continues rendering however long it takes', () => {
    expect(countCommits(300)).toBe(4)
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
})

describe('press prefetch', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function watchOpening() {
    const events: string[] = []
    const opening = createPressPrefetch((id) => {
      events.push(`+${id}`)
      return () => events.push(`-${id}`)
    })
    return { events, ...opening }
  }

  test('prefetches a pressed and opened row once, and closes it once', () => {
    const { events, press, open } = watchOpening()
    press('a')
    press('a')
    const cancel = open('a')
    vi.advanceTimersByTime(10_000)
    expect(events).toEqual(['+a'])
    cancel()
    expect(events).toEqual(['+a', '-a'])
  })

  test('cancels a prefetch after 2 s, or when another row is pressed', () => {
    const { events, press } = watchOpening()
    press('a')
    press('b')
    expect(events).toEqual(['+a', '-a', '+b'])
    vi.advanceTimersByTime(10_000)
    expect(events).toEqual(['+a', '-a', '+b', '-b'])
  })
})
