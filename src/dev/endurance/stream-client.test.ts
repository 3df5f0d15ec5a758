// Checks that `npm run endurance` finds every fault of a stream that it counts.
import { expect, test } from 'vitest'
import { createRandom } from './part.mjs'
import { findFaults } from './stream-client.mjs'
import { planStream, toText } from './stream-plan.mjs'

const plan = { ...planStream(createRandom(1), 7), events: 4 }
const texts = [0, 1, 2, 3].map((number) => toText(plan, number))
const ofAnother = toText({ ...plan, id: 8 }, 2)

test.each([
  ['complete', texts, []],
  ['without an event', texts.toSpliced(2, 1), ['repeated or reordered', 'lost']],
  ['without its end', texts.slice(0, 3), ['lost']],
  ['with an event twice', [...texts, texts[3] ?? ''], ['repeated or reordered']],
  [
    'with two events exchanged',
    [0, 2, 1, 3].map((at) => texts[at] ?? ''),
    ['repeated or reordered', 'repeated or reordered'],
  ],
  ['with an event of another one', texts.toSpliced(2, 1, ofAnother), ['from another stream', 'lost']],
  ['with another text', texts.toSpliced(1, 1, `${texts[1]}x`), ['changed']],
])('a stream %s', (_what, received, faults) => {
  expect(findFaults(plan, received).map(({ fault }) => fault)).toEqual(faults)
})
