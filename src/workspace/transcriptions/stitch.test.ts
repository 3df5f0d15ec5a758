// Joining the texts of pieces, counting words, and moving cuts through edits.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWords, type PieceText, shiftCuts, stitch } from './stitch'

const silence = (...texts: string[]): PieceText[] =>
  texts.map((text, index) => ({
    from: index * 1000,
    to: (index + 1) * 1000,
    begins: index === 0 ? 'start' : 'silence',
    text,
  }))
const speech = (before: string, after: string): PieceText[] => [
  { from: 0, to: 10_000, begins: 'start', text: before },
  { from: 8000, to: 20_000, begins: 'speech', text: after },
]

test('concatenates pieces that start at a silence, with a cut for each', () => {
  expect(stitch(silence(' One two. ', 'Two three.', '', 'Four.'))).toEqual({
    text: 'One two. Two three. Four.',
    cuts: [
      { at: 0, from: 0, to: 1000 },
      { at: 9, from: 1000, to: 2000 },
      { at: 19, from: 2000, to: 3000 },
      { at: 20, from: 3000, to: 4000 },
    ],
  })
})

test.each([
  ['words said twice', ['We went to the old', 'to the old store.'], 'We went to the old store.'],
  ['case and punctuation', ['It was, as he said.', 'As he said, over.'], 'It was, as he said, over.'],
  ['one word', ['This is the', 'The end.'], 'This is the end.'],
  ['a word cut at the end', ['We went to the sto', 'to the store today.'], 'We went to the store today.'],
  [
    'a word cut at the beginning',
    ['We went to the store', 'ent to the store today.'],
    'We went to the store today.',
  ],
  ['two kinds of apostrophes', ['so it isn’t', "isn't so."], 'so it isn’t so.'],
  ['nothing in common', ['One two three', 'four five.'], 'One two three four five.'],
  [
    'a word far from the seam',
    ['the cat sat on a mat', 'by a door the cat ran'],
    'the cat sat on a mat by a door the cat ran',
  ],
  ['letters without spaces', ['今日はとても良い天気', 'い天気です。'], '今日はとても良い天気です。'],
  ['letters without spaces, nothing in common', ['今日は。', '明日も。'], '今日は。明日も。'],
  [
    'accents in two Unicode forms',
    ['un cafe\u0301 noir', 'caf\u00e9 noir, merci'],
    'un cafe\u0301 noir, merci',
  ],
  ['all of the second text', ['one two three', 'two three'], 'one two three'],
  ['nothing before', ['', 'The end.'], 'The end.'],
  ['nothing after', ['The end', ''], 'The end'],
])('removes the overlap of pieces cut in speech: %s', (_, [before = '', after = ''], text) => {
  expect(stitch(speech(before, after)).text).toBe(text)
})

test('repeated words belong to the earlier piece', () => {
  const { text, cuts } = stitch(speech('One two three four', 'three four five six'))
  expect(cuts).toEqual([
    { at: 0, from: 0, to: 10_000 },
    { at: text.indexOf('five'), from: 10_000, to: 20_000 },
  ])
})

test('joins a long text by comparing only its seams', () => {
  const long = 'word '.repeat(200_000)
  const { text } = stitch(speech(`${long}at the seam`, `the seam ${long}`))
  expect(text).toBe(`${long}at the seam ${long.trim()}`)
})

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

const cutsAt = (...offsets: number[]) => offsets.map((at, index) => ({ at, from: index, to: index + 1 }))

test.each([
  [
    'an insertion before',
    { before: 'abc def ghi', after: 'abXXXc def ghi' },
    { from: [0, 4, 8], to: [0, 7, 11] },
  ],
  [
    'an insertion at one',
    { before: 'abc def ghi', after: 'abc XX def ghi' },
    { from: [0, 4, 8], to: [0, 4, 11] },
  ],
  ['a deletion between', { before: 'abc def ghi', after: 'abc ghi' }, { from: [0, 4, 8], to: [0, 4, 4] }],
  ['an insertion after', { before: 'abc def', after: 'abc def ghi' }, { from: [0, 4], to: [0, 4] }],
  ['a replacement around one', { before: 'abcdefgh', after: 'abXXXXXXXXgh' }, { from: [0, 4], to: [0, 6] }],
  ['all deleted', { before: 'abc def', after: '' }, { from: [0, 4], to: [0, 0] }],
  ['all new', { before: '', after: 'abc' }, { from: [0], to: [0] }],
  ['repeated letters', { before: 'aaaa', after: 'aaaaaa' }, { from: [0, 4], to: [0, 4] }],
  ['nothing', { before: 'abc', after: 'abc' }, { from: [0, 2], to: [0, 2] }],
])('%s', (_, edit, offsets) => {
  expect(shiftCuts(cutsAt(...offsets.from), edit)).toEqual(cutsAt(...offsets.to))
})

test('cuts stay at their words when a word is replaced everywhere', () => {
  const before = `${'Tom went home. '.repeat(20)}Then Tom came back again. ${'Tom sat down. '.repeat(20)}`
  const after = before.replaceAll('Tom', 'Alexander')
  const cuts = shiftCuts(cutsAt(0, before.indexOf('Then')), { before, after })
  expect(cuts).toEqual(cutsAt(0, after.indexOf('Then')))
})

test('offsets stay in order and within the text after any edit', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'one ', 'two ', '😀')).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const cuts = shiftCuts(cutsAt(0, before.length >> 1, before.length), { before, after })
      const offsets = cuts.map(({ at }) => at)
      expect(offsets).toEqual([...offsets].sort((one, other) => one - other))
      expect(offsets.every((at) => at >= 0 && at <= after.length)).toBe(true)
    }),
  )
})
