// Keys and clicks that arrive faster than what they select can be read.
import { expect, test } from 'vitest'
import { createInputQueue } from './input-queue'

function openQueue() {
  const done: string[] = []
  const failed: unknown[] = []
  return { done, failed, queue: createInputQueue((error) => failed.push(error)) }
}

/** Pending until it is released. */
function slow() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release }
}

test('a task runs before the key handler returns if nothing is running', async () => {
  const { done, queue } = openQueue()
  const taken = queue.enqueue(() => done.push('click'))
  expect([done, queue.isBusy()]).toEqual([['click'], true])
  await taken
  await queue.enqueue(() => done.push('key'))
  expect(done).toEqual(['click', 'key'])
})

test('tasks wait for an earlier one that is still reading, and run in order', async () => {
  const { done, queue } = openQueue()
  const { released, release } = slow()
  void queue.enqueue(async () => {
    await released
    done.push('all selected')
  })
  void queue.enqueue(() => done.push('deleted'))
  const last = queue.enqueue(() => done.push('clicked'))
  expect([done, queue.isBusy()]).toEqual([[], true])
  release()
  await last
  expect(done).toEqual(['all selected', 'deleted', 'clicked'])
})

test('a failure is reported, and the next tasks run', async () => {
  const { done, failed, queue } = openQueue()
  void queue.enqueue(() => Promise.reject('unread'))
  void queue.enqueue(() => {
    throw 'unmoved'
  })
  await queue.enqueue(() => done.push('clicked'))
  expect([failed, done]).toEqual([['unread', 'unmoved'], ['clicked']])
})

test('the queue is not busy once all tasks are done', async () => {
  const { queue } = openQueue()
  await queue.enqueue(() => Promise.resolve())
  await Promise.resolve()
  expect(queue.isBusy()).toBe(false)
})
