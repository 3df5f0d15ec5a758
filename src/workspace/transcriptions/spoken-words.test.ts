// Words are counted as people count them, in languages with spaces and without.
import { expect, test } from 'vitest'
import { countWords } from './spoken-words'

test.each([
  ['', 0],
  [' \n… — !', 0],
  ['One, two; three.', 3],
  ['It isn’t a well-known 3.14', 5],
  ['Grüße aus Köln', 3],
  ['今日は良い天気です', 5],
  ['ภาษาไทย', 2],
  ['In 東京 today', 3],
])('%s', (text, count) => {
  expect(countWords(text)).toBe(count)
})
