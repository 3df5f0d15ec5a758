// Keys and clicks that come faster than what they choose can be read.
import { expect, test } from 'vitest'
import { createTurns } from './in-turn'

function openTurns() {
  const done: string[] = []
  const failed: unknown[] = []
  return { done, failed, turns: createTurns((error) => failed.push(error)) }
}

/** Is waited for until it is released. */
function slow() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release }
}

test('where nothing is waited for, it is done before the key returns', async () => {
  const { done, turns } = openTurns()
  const taken = turns.take(() => done.push('click'))
  expect([done, turns.isBusy()]).toEqual([['click'], true])
  await taken
  await turns.take(() => done.push('key'))
  expect(done).toEqual(['click', 'key'])
})

test('what comes while an earlier one is read waits for it, and they are done in their order', async () => {
  const { done, turns } = openTurns()
  const { released, release } = slow()
  void turns.take(async () => {
    await released
    done.push('all chosen')
  })
  void turns.take(() => done.push('deleted'))
  const last = turns.take(() => done.push('clicked'))
  expect([done, turns.isBusy()]).toEqual([[], true])
  release()
  await last
  expect(done).toEqual(['all chosen', 'deleted', 'clicked'])
})

test('one that fails is told, and those after it are done', async () => {
  const { done, failed, turns } = openTurns()
  void turns.take(() => Promise.reject('unread'))
  void turns.take(() => {
    throw 'unmoved'
  })
  await turns.take(() => done.push('clicked'))
  expect([failed, done]).toEqual([['unread', 'unmoved'], ['clicked']])
})

test('once all is done nothing is waited for', async () => {
  const { turns } = openTurns()
  await turns.take(() => Promise.resolve())
  await Promise.resolve()
  expect(turns.isBusy()).toBe(false)
})
