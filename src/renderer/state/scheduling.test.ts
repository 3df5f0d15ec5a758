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

  test('it is told once, after the frame, how long that took', () => {
    const told: number[] = []
    afterNextFrame((drawing) => told.push(drawing))
    frames[0]?.()
    expect(told).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(told).toHaveLength(1)
  })

  test('a frame that never comes, as in a hidden window, is not waited for; should it come after all, nothing is told again', () => {
    const told: number[] = []
    afterNextFrame((drawing) => told.push(drawing))
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
    const leave = afterNextFrame((drawing) => told.push(drawing))
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
    afterPaint(count)
    draw(0)
    expect(told).toBe(0)
    draw(1)
    expect(told).toBe(1)
    const leave = afterPaint(count)
    draw(2)
    leave()
    draw(3)
    vi.advanceTimersByTime(1000)
    expect(told).toBe(1)
  })
})

describe('commit pace', () => {
  /** Frames of 16 ms: tasks run before each, and what waits for one comes after it. */
  function createMachine({ drawing = 0, isInSight = (_time: number): boolean => true } = {}) {
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
      isInSight: () => isInSight(time),
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

  test('what is shown quickly is shown with each frame', () => {
    expect(count(4)).toBe(100)
  })

  test('what takes long leaves two thirds of the time to everything else', () => {
    const shown = count(20)
    expect(shown).toBeGreaterThan(15)
    expect(shown * 20).toBeLessThanOrEqual(1_600 / 3 + 20)
  })

  test('its drawing counts as well', () => {
    expect(count(2, createMachine({ drawing: 3 }))).toBe(100)
    expect(count(2, createMachine({ drawing: 8 }))).toBe(50)
  })

  test('what nobody sees is shown four times a second, and at once when it comes into sight', () => {
    expect(count(4, createMachine({ isInSight: () => false }))).toBe(7)
    expect(count(4, createMachine({ isInSight: (time) => time >= 800 }))).toBe(4 + 50)
  })

  test('however long it takes, it goes on', () => {
    expect(count(300)).toBe(4)
  })

  test('one is shown before a frame: what comes after it waits for the next', () => {
    const { plan, runTasks, passFrame } = createMachine()
    const acts: string[] = []
    plan(() => acts.push('first'))
    plan(() => acts.push('second'))
    runTasks()
    expect(acts).toEqual(['first'])
    passFrame()
    expect(acts).toEqual(['first', 'second'])
  })

  test('what fails holds up nothing that comes later', () => {
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

  test('what was planned can be left off, also while it waits for a frame', () => {
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
    const told: string[] = []
    const opening = createPressPrefetch((id) => {
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
})
