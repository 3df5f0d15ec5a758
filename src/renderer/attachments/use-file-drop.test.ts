import { expect, test } from 'vitest'
import { prefersFiles } from './use-file-drop'

test('attaches a picture, but pastes text that comes with a picture of itself', () => {
  expect([
    prefersFiles(['Files']),
    prefersFiles(['text/html', 'Files']),
    prefersFiles(['text/plain', 'Files']),
    prefersFiles(['text/plain', 'text/html', 'text/rtf', 'Files']),
    prefersFiles(['text/plain']),
  ]).toEqual([true, true, true, false, false])
})
