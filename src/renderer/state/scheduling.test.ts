import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { afterNextFrame, afterPaint, createCommitScheduler, createPressPrefetch } from './scheduling'

describe('frames', () => {
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

  test('reports once, after the frame, how long it took', () => {
    const events: number[] = []
    afterNextFrame((drawing) => events.push(drawing))
    frames[0]?.()
    expect(events).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(events).toHaveLength(1)
  })

  test('does not wait for a frame that never comes, as in a hidden window, and reports once if it comes after all', () => {
    const events: number[] = []
    afterNextFrame((drawing) => events.push(drawing))
    vi.advanceTimersByTime(1000)
    frames[0]?.()
    vi.advanceTimersByTime(1000)
    expect(events).toEqual([0])
  })

  test.each([
    ['before the frame', () => {}],
    ['after the frame', () => frames[0]?.()],
  ])('what is left %s is not events', (_, come) => {
    const events: number[] = []
    const leave = afterNextFrame((drawing) => events.push(drawing))
    come()
    leave()
    frames[0]?.()
    vi.advanceTimersByTime(1000)
    expect(events).toEqual([])
  })

  test('content is painted with the second frame', () => {
    let events = 0
    const count = () => {
      events += 1
    }
    const draw = (at: number) => {
      frames[at]?.()
      vi.advanceTimersByTime(1)
    }
    afterPaint(count)
    draw(0)
    expect(events).toBe(0)
    draw(1)
    expect(events).toBe(1)
    const leave = afterPaint(count)
    draw(2)
    leave()
    draw(3)
    vi.advanceTimersByTime(1000)
    expect(events).toBe(1)
  })
})

describe('commit pace', () => {
  /** Frames of 16 ms: tasks run before each, and what waits for one comes after it. */
  function createMachine({ drawing = 0, isInView = (_time: number): boolean => true } = {}) {
    let time = 0
    let tasks: (() => void)[] = []
    let waiting: ((drawing: number) => void)[] = []
    const plan = createCommitScheduler({
      now: () => time,
      runInNextTask(act) {
        tasks.push(act)
        return () => {
          tasks = tasks.filter((task) => task !== act)
        }
      },
      afterNextFrame(act) {
        waiting.push(act)
        return () => {
          waiting = waiting.filter((each) => each !== act)
        }
      },
      isInView: () => isInView(time),
    })
    return {
      plan,
      time: () => time,
      spend(milliseconds: number) {
        time += milliseconds
      },
      runTasks() {
        for (const task of tasks.splice(0)) task()
      },
      passFrame() {
        time = Math.floor(time / 16) * 16 + 16
        for (const act of waiting.splice(0)) act(drawing)
      },
    }
  }

  /** How often it is shown within 1,600 ms in which something arrives all the time, where an act takes so long. */
  function count(cost: number, machine = createMachine()): number {
    let shown = 0
    let isPlanned = false
    while (machine.time() < 1_600) {
      if (!isPlanned) {
        machine.plan(() => {
          if (machine.time() < 1_600) shown += 1
          isPlanned = false
          machine.spend(cost)
        })
      }
      isPlanned = true
      machine.runTasks()
      machine.passFrame()
    }
    return shown
  }

  test('content that renders fast is rendered with each frame', () => {
    expect(count(4)).toBe(100)
  })

  test('content that renders slowly leaves two thirds of the time to everything else', () => {
    const shown = count(20)
    expect(shown).toBeGreaterThan(15)
    expect(shown * 20).toBeLessThanOrEqual(1_600 / 3 + 20)
  })

  test('its drawing counts as well', () => {
    expect(count(2, createMachine({ drawing: 3 }))).toBe(100)
    expect(count(2, createMachine({ drawing: 8 }))).toBe(50)
  })

  test('content out of view is rendered four times a second, and at once when it comes into view', () => {
    expect(count(4, createMachine({ isInView: () => false }))).toBe(7)
    expect(count(4, createMachine({ isInView: (time) => time >= 800 }))).toBe(4 + 50)
  })

  test('rendering continues however long it takes', () => {
    expect(count(300)).toBe(4)
  })

  test('one commit is rendered before a frame; what comes after it waits for the next', () => {
    const { plan, runTasks, passFrame } = createMachine()
    const acts: string[] = []
    plan(() => acts.push('first'))
    plan(() => acts.push('second'))
    runTasks()
    expect(acts).toEqual(['first'])
    passFrame()
    expect(acts).toEqual(['first', 'second'])
  })

  test('a failed commit does not delay later ones', () => {
    const { plan, runTasks } = createMachine()
    const acts: string[] = []
    plan(() => {
      throw new Error('broken')
    })
    expect(runTasks).toThrow('broken')
    plan(() => acts.push('next'))
    runTasks()
    expect(acts).toEqual(['next'])
  })

  test('a scheduled commit can be canceled, also while it waits for a frame', () => {
    const { plan, runTasks, passFrame } = createMachine()
    const acts: string[] = []
    plan(() => acts.push('at once'))()
    plan(() => acts.push('first'))
    const leave = plan(() => acts.push('second'))
    runTasks()
    leave()
    passFrame()
    expect(acts).toEqual(['first'])
  })
})

describe('press ahead', () => {
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

  test('a row that is pressed and then opened is prefetched once, and closed once', () => {
    const { events, press, open } = watchOpening()
    press('a')
    press('a')
    const leave = open('a')
    vi.advanceTimersByTime(10_000)
    expect(events).toEqual(['+a'])
    leave()
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

  test('a press on an open row changes nothing', () => {
    const { events, press, open } = watchOpening()
    open('a')
    press('a')
    vi.advanceTimersByTime(10_000)
    expect(events).toEqual(['+a'])
  })

  test('another one may be opened than is pressed', () => {
    const { events, press, open } = watchOpening()
    press('a')
    open('b')
    vi.advanceTimersByTime(10_000)
    expect(events).toEqual(['+a', '+b', '-a'])
  })
})
