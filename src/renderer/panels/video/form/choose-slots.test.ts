// Where dropped pictures go.
import { expect, test } from 'vitest'
import { chooseSlots, describeDrop } from './choose-slots'

const picture = { media: 'a1', mimeType: 'image/png', name: 'boat.png' }
const blank = { image: null, lastFrame: null, references: [] }

test('pictures become frames first, then references, and never both', () => {
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

test('where there is no room it is told why', () => {
  expect([
    chooseSlots(blank, 4),
    chooseSlots({ ...blank, image: picture }, 2),
    chooseSlots({ ...blank, image: picture, lastFrame: picture }, 1),
    chooseSlots({ ...blank, references: [picture, picture, picture] }, 1),
  ]).toEqual([
    'A video takes 3 references at the most, and these are 4 pictures.',
    'There is no room beside the frames that are set. Take one away first.',
    'There is no room beside the frames that are set. Take one away first.',
    'A video takes 3 references at the most. Take one away first.',
  ])
})

test('what a drop will do is said while it hovers', () => {
  expect([
    describeDrop(['image']),
    describeDrop(['image', 'lastFrame']),
    describeDrop(['references']),
    describeDrop(['references', 'references']),
    describeDrop('No.'),
  ]).toEqual([
    'Set the first frame',
    'Set the first frame and the last frame',
    'Add a reference',
    'Add 2 references',
    'No room for these pictures',
  ])
})
