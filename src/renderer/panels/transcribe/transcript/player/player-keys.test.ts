// The keys of the player.
import { expect, test } from 'vitest'
import { movePlayer, readPlayerKey } from './player-keys'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const press = (key: string, onPosition: boolean) => readPlayerKey({ key, ...none }, onPosition)

test('outside the position slider only Space and the horizontal arrows are used', () => {
  expect([' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', 'a'].map((key) => press(key, false))).toEqual([
    'toggle',
    -5,
    5,
    undefined,
    undefined,
    undefined,
  ])
  expect(readPlayerKey({ key: 'ArrowLeft', ...none, altKey: true }, true)).toBeUndefined()
})

test('a move stays within the audio, and Space does not move', () => {
  const positions: unknown[] = []
  const seek = (position: number) => positions.push(position)
  const toggle = () => positions.push('toggle')
  for (const key of ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', ' ']) {
    movePlayer(press(key, true) ?? 0, { time: 3, seek, toggle }, 10)
  }
  expect(positions).toEqual([0, 8, 10, 0, 0, 10, 'toggle'])
})
