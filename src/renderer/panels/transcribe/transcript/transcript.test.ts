// The text of a transcript: changes, searches, and times; and the player.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldPeaks } from '../loudness/loudness-requests'
import { findChange, findSentence, toTextOffset, toTime } from './editor/text-editor'
import { findMatches, findNext, findPrevious, replaceInText, toSearchStart } from './editor/text-search'
import { movePlayer, readPlayerKey } from './player/Player'

test('findChange covers only the difference between two texts', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 8 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { from, to, insert } = findChange(before, after) ?? { from: 0, to: 0, insert: '' }
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
    }),
  )
  expect(findChange('same', 'same')).toBeUndefined()
  // A streamed text is only appended to, so that the reader’s position stays.
  expect(findChange('one', 'one two')).toEqual({ from: 3, to: 3, insert: ' two' })
})

const plain = { matchCase: false, wholeWord: false }
const find = (text: string, words: string, how: Partial<typeof plain> = {}) =>
  findMatches(text, { text: words, ...plain, ...how }).map(({ from, to }) => text.slice(from, to))

test('a search takes every character literally, and finds matches that contain line breaks', () => {
  for (const characters of ['a.b', '(', ')', '[x]', '{2}', '\\d', '^$', 'a|b', '*?+', '-', '/', 'ö👩‍🎤'])
    expect(find(`axb one ${characters} two`, characters)).toEqual([characters])
  expect([find('aaaa', 'aa'), find('anything', ''), find('one\ntwo', 'e\nt')]).toEqual([
    ['aa', 'aa'],
    [],
    ['e\nt'],
  ])
})

test('case is ignored unless it is to be matched, and a whole word ends at punctuation, not at an accent', () => {
  expect(find('Über über ÜBER', 'über')).toEqual(['Über', 'über', 'ÜBER'])
  expect(find('Über über', 'über', { matchCase: true })).toEqual(['über'])
  const whole = findMatches('art, party art. Arté', { text: 'art', ...plain, wholeWord: true })
  expect(whole.map(({ from }) => from)).toEqual([0, 11])
  expect(find('(art)', '(art)', { wholeWord: true })).toEqual(['(art)'])
})

test('next and previous wrap around at the ends', () => {
  const matches = findMatches('x..x..x', { text: 'x', ...plain })
  expect([0, 1, 3, 4, 7].map((at) => findNext(matches, at))).toEqual([0, 1, 1, 2, 0])
  expect([0, 1, 3, 4, 7].map((at) => findPrevious(matches, at))).toEqual([2, 0, 0, 1, 2])
  expect([findNext([], 3), findPrevious([], 3)]).toEqual([-1, -1])
})

test('the next match follows the selected one, also if the page has not rendered its number yet', () => {
  const matches = findMatches('art, art, art', { text: 'art', ...plain })
  const goNext = (from: number, to: number) => findNext(matches, toSearchStart(matches, { from, to }))
  expect(goNext(0, 3)).toBe(1)
  expect(goNext(10, 13)).toBe(0)
  // At the cursor, or with something else selected, it is the match there.
  expect(goNext(0, 0)).toBe(0)
  expect(goNext(5, 7)).toBe(1)
})

test('every match is replaced and nothing between them, whatever the replacement is', () => {
  const replaceAll = (text: string, words: string, replacement: string) => {
    const matches = findMatches(text, { text: words, ...plain })
    const { from, to } = { from: matches[0]?.from ?? 0, to: matches.at(-1)?.to ?? 0 }
    return text.slice(0, from) + replaceInText(text.slice(from, to), matches, replacement) + text.slice(to)
  }
  const text = 'Art, a party of art; ART.'
  for (const replacement of ['', 'x', 'art', '$&', 'a long replacement', '👩‍🎤'])
    expect(replaceAll(text, 'art', replacement)).toBe(text.replace(/art/gi, () => replacement))
  expect(replaceAll('aaaa', 'aa', 'b')).toBe('bb')
})

test('between the cuts time is linear, at the pace of each piece', () => {
  const first = { at: 0, from: 0, to: 60_000 }
  const text = { cuts: [first, { at: 100, from: 60_000, to: 100_000 }], length: 200 }
  expect([0, 50, 99, 100, 150, 200, 900].map((offset) => toTime(text, offset))).toEqual([
    0, 30_000, 59_400, 60_000, 80_000, 100_000, 100_000,
  ])
  expect([0, 30_000, 60_000, 80_000, 5e6].map((time) => toTextOffset(text, time))).toEqual([
    0, 50, 100, 150, 200,
  ])
  const uncut = { cuts: [], length: 9 }
  expect([toTime(uncut, 3), toTextOffset(uncut, 3)]).toEqual([undefined, undefined])
  const late = { cuts: [{ at: 10, from: 5000, to: 9000 }], length: 20 }
  expect([toTime(late, 2), toTextOffset(late, 0)]).toEqual([5000, 10])
  const wordless = {
    cuts: [
      { ...first, to: 10 },
      { at: 0, from: 10, to: 20 },
    ],
    length: 4,
  }
  expect([toTime(wordless, 0), toTime(wordless, 4), toTextOffset(wordless, 5)]).toEqual([10, 20, 0])
})

test('the sentence around an offset has no spaces around it', () => {
  const text = 'One two. “Is it 3.5 now?” Yes\nNext line。終わり'
  const at = (offset: number) => {
    const { from, to } = findSentence(text, offset)
    return text.slice(from, to)
  }
  expect([0, 5, 9, 19, 27, 31, text.length].map(at)).toEqual([
    ...['One two.', 'One two.', '“Is it 3.5 now?”', '“Is it 3.5 now?”', 'Yes', 'Next line。', '終わり'],
  ])
})

test('folded peaks retain every peak, at any position', () => {
  for (const at of [0, 333, 999]) {
    const peaks = new Uint8Array(1000)
    peaks[at] = 255
    expect(foldPeaks(peaks, 7).filter((peak) => peak === 1).length).toBe(1)
  }
  expect(foldPeaks(Uint8Array.of(0, 51, 255), 2000)).toEqual(Float32Array.of(0, 0.2, 1))
})

test('the player uses all keys on its slider, elsewhere only Space and the horizontal arrows', () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  const press = (key: string, isOnSlider: boolean) => readPlayerKey({ key, ...none }, isOnSlider)
  expect([' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', 'a'].map((key) => press(key, false))).toEqual([
    ...['toggle', -5, 5, undefined, undefined, undefined],
  ])
  expect(readPlayerKey({ key: 'ArrowLeft', ...none, altKey: true }, true)).toBeUndefined()
  const positions: unknown[] = []
  const seek = (position: number) => positions.push(position)
  const toggle = () => positions.push('toggle')
  for (const key of ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', ' '])
    movePlayer(press(key, true) ?? 0, { time: 3, seek, toggle }, 10)
  expect(positions).toEqual([0, 8, 10, 0, 0, 10, 'toggle'])
})
