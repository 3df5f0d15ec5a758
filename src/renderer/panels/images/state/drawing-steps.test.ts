import { expect, test } from 'vitest'
import { makeTurn } from '../../../state/turn.fixture'
import { findFinalPicture, findResult, listPictures, readVariation, toSteps } from './drawing-steps'

test('lists the variations of a step as requested, with the one on the branch', () => {
  const branch = ['p1', 'a2', 'p2', 'b1']
  const alternates = { a2: ['a1', 'a2', 'a3'], p2: ['p2', 'p3'] }
  expect(toSteps({ branch, alternates })).toEqual([
    { promptId: 'p1', number: 1, variations: ['a1', 'a2', 'a3'], selected: 'a2', branches: [] },
    { promptId: 'p2', number: 2, variations: ['b1'], selected: 'b1', branches: ['p2', 'p3'] },
  ])
})

test('an instruction whose pictures were all deleted is still a step', () => {
  expect(toSteps({ branch: ['p1'], alternates: {} })).toEqual([
    { promptId: 'p1', number: 1, variations: [], selected: null, branches: [] },
  ])
  expect(toSteps({ branch: [], alternates: {} })).toEqual([])
})

const picture = (media: string, more = {}) => ({ inlineData: { mimeType: 'image/png', media }, ...more })
const file = (media: string) => ({ media, mimeType: 'image/png', name: null })

test('treats pictures in thoughts as drafts, and others as results', () => {
  const parts = [
    { text: 'A sketch first.', thought: true },
    picture('t1', { thought: true }),
    picture('t2', { thought: true }),
    { text: 'Here ' },
    picture('m1'),
    { text: 'it is.\n' },
    picture('m2'),
  ]
  expect(readVariation({ parts })).toEqual({
    pictures: [file('m1'), file('m2')],
    draft: file('t2'),
    text: 'Here it is.',
  })
})

test('allows editing only the picture of a complete answer', () => {
  const parts = [picture('m1'), picture('m2')]
  expect(findFinalPicture(makeTurn({ parts }))).toEqual(file('m2'))
  expect(findFinalPicture(makeTurn({ parts, state: 'stopped' }))).toBe(null)
  expect(findFinalPicture(undefined)).toBe(null)
})

test('lists the pictures of all steps in order, except running ones', () => {
  const drawn = (id: string, ...media: string[]) =>
    makeTurn({
      id,
      parts: media.map((each) => ({ inlineData: { mimeType: 'image/png', media: each } })),
      parameters: { model: 'gen-2.5-flash-image', aspectRatio: '16:9' },
    })
  const turns = [
    makeTurn({ id: 'p1', role: 'user', parts: [{ text: 'A  boat\n' }] }),
    drawn('a1', 'm1', 'm2'),
    { ...drawn('a2', 'm3'), state: 'running' as const },
    makeTurn({ id: 'p2', role: 'user', parts: [{ text: 'At night' }] }),
    drawn('b1', 'm4'),
  ]
  const step = { number: 1, selected: null, branches: [] }
  const steps = [
    { ...step, promptId: 'p1', variations: ['a1', 'a2', 'not fetched'] },
    { ...step, promptId: 'p2', variations: ['b1'] },
  ]
  const pictures = listPictures(steps, (id) => turns.find((turn) => turn.id === id))
  expect(pictures.map(({ media, title, turn }) => [media, title, turn?.id])).toEqual([
    ['m1', 'A boat', 'a1'],
    ['m2', 'A boat', 'a1'],
    ['m4', 'At night', 'b1'],
  ])
  expect(pictures[0]?.requested).toEqual({ aspectRatio: '16:9', imageSize: undefined })
})

test('gives each of two compared pictures the title of its own step', () => {
  const picture = (media: string) => [{ inlineData: { mimeType: 'image/png', media } }]
  const turns = [
    makeTurn({ id: 'p1', role: 'user', parts: [{ text: 'A boat' }] }),
    makeTurn({ id: 'a1', parentId: 'p1', parts: picture('m1') }),
    makeTurn({ id: 'p2', role: 'user', parentId: 'a1', parts: [{ text: 'At night' }] }),
    makeTurn({ id: 'b1', parentId: 'p2', parts: picture('m2') }),
  ]
  const find = (id: string) => turns.find((turn) => turn.id === id)
  const results = ['a1', 'b1'].map((id) => {
    const turn = find(id)
    return turn && findResult(turn, find)
  })
  expect(results.map((result) => [result?.media, result?.title])).toEqual([
    ['m1', 'A boat'],
    ['m2', 'At night'],
  ])
})
