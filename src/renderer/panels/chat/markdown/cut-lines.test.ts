// Pieces of growing plain text.
import { expect, test } from 'vitest'
import { cutLines, noLines } from './cut-lines'

test('finished pieces stay as they are, and no line is lost', () => {
  const line = 'A line of code.\n'
  const text = line.repeat(2000)
  let cut = noLines
  for (let end = 0; end <= text.length; end += 700) {
    const after = cutLines(cut, text.slice(0, end))
    expect(after.pieces.slice(0, cut.pieces.length)).toEqual(cut.pieces)
    cut = after
  }
  cut = cutLines(cut, text)
  expect([...cut.pieces, text.slice(cut.at)].join('\n')).toBe(text)
})

test('another text is cut anew', () => {
  const before = cutLines(noLines, 'x\n'.repeat(9000))
  expect(cutLines(before, 'short')).toEqual({ text: 'short', pieces: [], at: 0 })
})
