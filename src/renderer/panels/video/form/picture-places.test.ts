// Pictures of the form taken away, or from one place to another.
import { expect, test } from 'vitest'
import { listElsewhere, movePicture, removePicture } from './picture-places'

const one = { media: 'a1', mimeType: 'image/png', name: 'one.png' }
const two = { media: 'b2', mimeType: 'image/png', name: 'two.png' }

test('a picture goes to another place and is in its old one no more', () => {
  const frames = { image: one, lastFrame: null, references: [] }
  const references = { image: null, lastFrame: null, references: [one, two] }
  expect([
    movePicture(frames, { slot: 'image', at: 0 }, 'lastFrame'),
    movePicture(frames, { slot: 'image', at: 0 }, 'references'),
    movePicture(references, { slot: 'references', at: 1 }, 'image'),
    removePicture(references, { slot: 'references', at: 0 }),
    removePicture(frames, { slot: 'image', at: 0 }),
  ]).toEqual([
    { image: null, lastFrame: one },
    { image: null, references: [one] },
    { references: [one], image: two },
    { references: [two] },
    { image: null },
  ])
})

test('only places with room are offered', () => {
  const full = { image: one, lastFrame: null, references: [one, two, two] }
  expect([listElsewhere(full, 'image'), listElsewhere(full, 'references')]).toEqual([
    ['lastFrame'],
    ['lastFrame'],
  ])
})
