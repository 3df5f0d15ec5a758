// The keys of a sound.
import { expect, test } from 'vitest'
import { readPlayerKey, toPosition } from './player-keys'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const press = (key: string, onPosition: boolean) => readPlayerKey({ key, ...none }, onPosition)

test('in the room only Space and the level arrows are taken; the others stay with the lists and the scrolling', () => {
  expect([' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', 'a'].map((key) => press(key, false))).toEqual([
    { kind: 'toggle' },
    { kind: 'skip', by: -5 },
    { kind: 'skip', by: 5 },
    undefined,
    undefined,
    undefined,
  ])
  expect(readPlayerKey({ key: 'ArrowLeft', ...none, altKey: true }, true)).toBeUndefined()
})

test('a move never leaves the sound', () => {
  const at = { time: 3, seconds: 10 }
  const positions = ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', ' '].map((key) => {
    const move = press(key, true)
    return move && toPosition(move, at)
  })
  expect(positions).toEqual([0, 8, 10, 0, 0, 10, 3])
})
