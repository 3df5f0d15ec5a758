import { expect, test } from 'vitest'
import { prefersFiles } from './use-file-drop'

test('a picture is attached, a text that brings its picture along is pasted as text', () => {
  expect([
    prefersFiles(['Files']),
    prefersFiles(['text/html', 'Files']),
    prefersFiles(['text/plain', 'Files']),
    prefersFiles(['text/plain', 'text/html', 'text/rtf', 'Files']),
    prefersFiles(['text/plain']),
  ]).toEqual([true, true, true, false, false])
})
