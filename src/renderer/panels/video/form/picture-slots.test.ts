import { expect, test } from 'vitest'
import { chooseSlots, movePicture, removePicture, restorePicture } from './picture-slots'

const picture = { media: 'a1', mimeType: 'image/png', name: 'boat.png' }
const blank = { image: null, lastFrame: null, references: [] }

test('pictures become frames first, then references, never both', () => {
  expect([
    chooseSlots(blank, 1),
    chooseSlots(blank, 2),
    chooseSlots(blank, 3),
    chooseSlots({ ...blank, image: picture }, 1),
    chooseSlots({ ...blank, lastFrame: picture }, 1),
    chooseSlots({ ...blank, references: [picture] }, 2),
    chooseSlots(blank, 4),
    chooseSlots({ ...blank, image: picture, lastFrame: picture }, 1),
  ]).toEqual([
    ['image'],
    ['image', 'lastFrame'],
    ['references', 'references', 'references'],
    ['lastFrame'],
    ['image'],
    ['references', 'references'],
    expect.stringContaining('up to 3'),
    expect.stringContaining('Both frames are set'),
  ])
})

const one = { media: 'a1', mimeType: 'image/png', name: 'one.png' }
const two = { media: 'b2', mimeType: 'image/png', name: 'two.png' }

test('moves a picture to another slot and out of its old one', () => {
  const frames = { image: one, lastFrame: null, references: [] }
  const references = { image: null, lastFrame: null, references: [one, two] }
  expect([
    movePicture(frames, { slot: 'image', index: 0 }, 'lastFrame'),
    movePicture(frames, { slot: 'image', index: 0 }, 'references'),
    movePicture(references, { slot: 'references', index: 1 }, 'image'),
    removePicture(references, { slot: 'references', index: 0 }),
    removePicture(frames, { slot: 'image', index: 0 }),
  ]).toEqual([
    { image: null, lastFrame: one },
    { image: null, references: [one] },
    { references: [one], image: two },
    { references: [two] },
    { image: null },
  ])
})

test('a removed picture returns to its place, unless that is taken', () => {
  const other = { ...picture, media: 'b2', name: 'other.png' }
  expect(restorePicture(blank, picture, { slot: 'lastFrame', index: 0 })).toEqual({ lastFrame: picture })
  expect(
    restorePicture({ ...blank, references: [other, other] }, picture, { slot: 'references', index: 1 }),
  ).toEqual({ references: [other, picture, other] })
  expect(() => restorePicture({ ...blank, image: other }, picture, { slot: 'image', index: 0 })).toThrow(
    'There is another first frame now. Remove it first.',
  )
})
