// Colors in a prompt: those of single subjects, and those of the whole picture.
import { expect, test } from 'vitest'
import { colorNames } from './color'
import { readScene } from './read-scene'

function read(prompt: string) {
  const { subjects, colors, subjectColors } = readScene(prompt)
  return { subjects, colors, subjectColors }
}

const color = (name: string) => colorNames.get(name)

test('a color before a subject is that subject’s alone', () => {
  expect(read('A red house and a big tree on a green hill, with an orange cat in front.')).toEqual({
    subjects: ['house', 'tree', 'cat'],
    colors: [color('green')],
    subjectColors: { house: color('red'), cat: color('orange') },
  })
})

test('the nearest of several colors is the subject’s; adjectives in between do not separate them', () => {
  expect(read('a blue tiny wooden boat under a red and white balloon')).toEqual({
    subjects: ['boat', 'balloon'],
    colors: [color('red')],
    subjectColors: { boat: color('blue'), balloon: color('white') },
  })
})

test('a color without a subject is the whole picture’s', () => {
  expect(read('A cat in blue')).toEqual({
    subjects: ['cat'],
    colors: [color('blue')],
    subjectColors: undefined,
  })
})
