// The keys of the player.
import { expect, test } from 'vitest'
import { readPlayerKey, toPosition } from './player-keys'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const press = (key: string, onPosition: boolean) => readPlayerKey({ key, ...none }, onPosition)

test('outside of the position only Space and the horizontal arrows are used', () => {
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

test('a move stays within the audio', () => {
  const at = { time: 3, seconds: 10 }
  const positions = ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', ' '].map((key) => {
    const move = press(key, true)
    return move && toPosition(move, at)
  })
  expect(positions).toEqual([0, 8, 10, 0, 0, 10, 3])
})
