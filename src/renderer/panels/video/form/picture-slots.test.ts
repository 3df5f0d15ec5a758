import { expect, test } from 'vitest'
import {
  chooseSlots,
  describeDrop,
  listOtherSlots,
  movePicture,
  removePicture,
  restorePicture,
} from './picture-slots'

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
  ]).toEqual([
    ['image'],
    ['image', 'lastFrame'],
    ['references', 'references', 'references'],
    ['lastFrame'],
    ['image'],
    ['references', 'references'],
  ])
})

test('explains why there are no free slots', () => {
  expect([
    chooseSlots(blank, 4),
    chooseSlots({ ...blank, image: picture }, 2),
    chooseSlots({ ...blank, image: picture, lastFrame: picture }, 1),
    chooseSlots({ ...blank, references: [picture, picture, picture] }, 1),
  ]).toEqual([
    'A video can have up to 3 reference images. You added 4.',
    'Both frames are set. Remove one first.',
    'Both frames are set. Remove one first.',
    'A video can have up to 3 reference images. Remove one first.',
  ])
})

test('describes what a drop will do', () => {
  expect([
    describeDrop(['image']),
    describeDrop(['image', 'lastFrame']),
    describeDrop(['references']),
    describeDrop(['references', 'references']),
    describeDrop('No.'),
  ]).toEqual([
    'Set first frame',
    'Set first frame and last frame',
    'Add reference image',
    'Add 2 reference images',
    'No room for these images',
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

test('offers only free slots', () => {
  const full = { image: one, lastFrame: null, references: [one, two, two] }
  expect([listOtherSlots(full, 'image'), listOtherSlots(full, 'references')]).toEqual([
    ['lastFrame'],
    ['lastFrame'],
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
