// Estimated subtitle cues: complete, readable, in order, and within speech.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureCost } from '#shared/measure-cost.fixture'
import { estimateCues, type FindSpeech, listCueTexts, textWidth } from './cues'
import { countWords } from './stitch'

const wholeSpan: FindSpeech = (span) => [span]
const removeSpaces = (text: string) => text.replace(/\s+/g, '')

const words = fc.constantFrom(
  'Word',
  'and',
  'a',
  '“quoted”',
  '(in brackets)',
  'it’s',
  'well-known',
  'x'.repeat(90),
)
const cjk = fc.constantFrom('今日は', 'とても良い天気', 'ですから、', 'そして夜は映画を見ます。')
const separator = fc.constantFrom(' ', '. ', '! ', '? ', ', ', ' — ', '\n', '\n\n', '')
const text = fc
  .array(fc.tuple(fc.oneof(words, cjk, fc.string({ unit: 'grapheme' })), separator))
  .map((parts) => parts.flat().join(''))

test('no line is too long, and no character is lost', () => {
  fc.assert(
    fc.property(text, (given) => {
      const cues = listCueTexts(given)
      const lines = cues.flatMap((cue) => cue.split('\n'))
      expect(Math.max(0, ...lines.map(textWidth))).toBeLessThanOrEqual(42)
      expect(Math.max(0, ...cues.map((cue) => cue.split('\n').length))).toBeLessThanOrEqual(2)
      expect(removeSpaces(cues.join(''))).toBe(removeSpaces(given))
    }),
  )
})

test('distributes sentences over the time of their piece by length', () => {
  const text = 'Aaaa bbbb. Cccc dddd. Eeee ffff.'
  const cuts = [{ at: 0, from: 0, to: 9000 }]
  expect(estimateCues(text, cuts, wholeSpan)).toEqual([
    { from: 0, to: 3000, text: 'Aaaa bbbb.' },
    { from: 3000, to: 6000, text: 'Cccc dddd.' },
    { from: 6000, to: 9000, text: 'Eeee ffff.' },
  ])
})

test('shows no cue in silence', () => {
  const cuts = [{ at: 0, from: 0, to: 20_000 }]
  const speech: FindSpeech = () => [
    { from: 2000, to: 5000 },
    { from: 12_000, to: 15_000 },
  ]
  expect(estimateCues('Aaaa bbbb. Cccc dddd.', cuts, speech)).toEqual([
    { from: 2000, to: 5000, text: 'Aaaa bbbb.' },
    { from: 12_000, to: 15_000, text: 'Cccc dddd.' },
  ])
})

test('the cues of each piece are within its time', () => {
  const text = 'One two. Three four.'
  const cuts = [
    { at: 0, from: 0, to: 5000 },
    { at: 9, from: 60_000, to: 64_000 },
  ]
  expect(estimateCues(text, cuts, wholeSpan)).toEqual([
    { from: 0, to: 5000, text: 'One two.' },
    { from: 60_000, to: 64_000, text: 'Three four.' },
  ])
})

test('cues of too much text last one second each', () => {
  const text = 'Word. '.repeat(50)
  const cues = estimateCues(text, [{ at: 0, from: 0, to: 2000 }], wholeSpan)
  expect(cues).toHaveLength(50)
  expect(cues.every(({ from, to }, index) => to - from >= 1000 && from >= (cues[index - 1]?.to ?? 0))).toBe(
    true,
  )
})

test('limits the duration of a cue with few words', () => {
  expect(estimateCues('Hello there.', [{ at: 0, from: 0, to: 600_000 }], wholeSpan)).toEqual([
    { from: 0, to: 10_000, text: 'Hello there.' },
  ])
})

test.each(['Hello there. ', 'word ', '今日は良い天気です。'])(
  'takes linear time for long texts: %s',
  async (unit) => {
    const costOf = (length: number) => {
      const text = unit.repeat(length / unit.length)
      return measureCost(() => [listCueTexts(text), countWords(text)], 3)
    }
    const [small, large] = [await costOf(10_000), await costOf(80_000)]
    // Eight times the length. Quadratic time would be 64 times as long.
    expect(large / small).toBeLessThan(32)
  },
)
