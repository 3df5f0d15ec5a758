import { expect, test } from 'vitest'
import { meansFiles } from './use-file-drop'

test('a picture is attached, a text that brings its picture along is pasted as text', () => {
  expect([
    meansFiles(['Files']),
    meansFiles(['text/html', 'Files']),
    meansFiles(['text/plain', 'Files']),
    meansFiles(['text/plain', 'text/html', 'text/rtf', 'Files']),
    meansFiles(['text/plain']),
  ]).toEqual([true, true, true, false, false])
})
