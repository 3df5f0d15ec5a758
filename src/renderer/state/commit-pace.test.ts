// How often what has arrived is shown.
import { expect, test } from 'vitest'
import { createPace } from './commit-pace'

/** Frames of 16 ms: tasks run before each, and what waits for one comes after it. */
function createMachine({ drawing = 0, isInSight = (_time: number): boolean => true } = {}) {
  let time = 0
  let tasks: (() => void)[] = []
  let waiting: ((drawing: number) => void)[] = []
  const plan = createPace({
    now: () => time,
    soon(act) {
      tasks.push(act)
      return () => {
        tasks = tasks.filter((task) => task !== act)
      }
    },
    afterFrame(act) {
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
