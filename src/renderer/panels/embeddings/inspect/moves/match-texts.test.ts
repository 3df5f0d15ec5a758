// Rows are matched by what they say, wherever they stand.
import { expect, test } from 'vitest'
import { matchTexts } from './match-texts'

const row = (id: number, text: string, title: string | null = null) => ({ id, text, title })

test('the same text is found under another id and in another order', () => {
  expect(matchTexts([row(1, 'a'), row(2, 'b')], [row(9, 'b '), row(8, 'c'), row(7, 'a')])).toEqual([
    [1, 7],
    [2, 9],
  ])
})

test('no row is matched twice: texts that stand there twice go in order', () => {
  expect(matchTexts([row(1, 'a'), row(2, 'a'), row(3, 'a')], [row(5, 'a'), row(6, 'a')])).toEqual([
    [1, 5],
    [2, 6],
  ])
})

test('another title is another text', () => {
  expect(matchTexts([row(1, 'a', 'One')], [row(5, 'a'), row(6, 'a', ' One')])).toEqual([[1, 6]])
})
