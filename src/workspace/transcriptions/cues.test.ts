// Estimated subtitle cues: complete, readable, in order, and within speech.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureCost } from '#shared/measure-cost.fixture'
import { estimateCues, type FindSpeech, listCueTexts, listSentenceStarts, textWidth } from './cues'
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

test('cues are in order, complete, and within the time of their text, however much it is', () => {
  const pieces = fc.array(fc.tuple(text, fc.integer({ min: 1, max: 20_000 })), { maxLength: 4 })
  fc.assert(
    fc.property(pieces, fc.boolean(), (given, hasPauses) => {
      let [whole, time] = ['', 0]
      const cuts = given.map(([piece, length]) => {
        const cut = { at: whole.length, from: time, to: time + length }
        whole += `${piece}\n`
        time += length
        return cut
      })
      const speech: FindSpeech = ({ from, to }) => [
        { from: from + (to - from) / 3, to: to - (to - from) / 3 },
      ]
      const cues = estimateCues(whole, cuts, hasPauses ? speech : wholeSpan)
      let last = 0
      for (const { from, to } of cues) {
        expect([from >= last, to >= from, to <= time]).toEqual([true, true, true])
        last = to
      }
      const isRoomy = cuts.every(({ from, to }, at) => {
        const within = cues.filter((cue) => cue.from >= from && cue.to <= to && cuts[at])
        return within.length * 1000 <= to - from
      })
      if (isRoomy) for (const { from, to } of cues) expect(to - from).toBeGreaterThanOrEqual(1000)
      expect(removeSpaces(cues.map((cue) => cue.text).join(''))).toBe(removeSpaces(whole))
    }),
  )
})

test('short sentences share a cue', () => {
  const said = 'Yes! Is that right? It is what they told me yesterday.'
  expect(estimateCues(said, [{ at: 0, from: 0, to: 4000 }], wholeSpan)).toEqual([
    { from: 0, to: expect.any(Number), text: 'Yes! Is that right?' },
    { from: expect.any(Number), to: 4000, text: 'It is what they told me yesterday.' },
  ])
})

test.each([
  ['Dr. Smith said: this is it. We left.', ['Dr. Smith said: this is it. ', 'We left.']],
  [
    'See e.g. Berlin. On Jan. 5 J. R. R. Tolkien wrote.',
    ['See e.g. Berlin. ', 'On Jan. 5 J. R. R. Tolkien wrote.'],
  ],
  ['No. I stayed. It was No. 5.', ['No. ', 'I stayed. ', 'It was No. 5.']],
  ['Das ist z. B. Frau Dr. Meier. Ja.', ['Das ist z. B. Frau Dr. Meier. ', 'Ja.']],
  ['They sell pens etc. Then they left.', ['They sell pens etc. ', 'Then they left.']],
])('a sentence does not end at an abbreviation: %s', (said, expected) => {
  const starts = listSentenceStarts(said)
  expect(starts.map((start, at) => said.slice(start, starts[at + 1]))).toEqual(expected)
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
