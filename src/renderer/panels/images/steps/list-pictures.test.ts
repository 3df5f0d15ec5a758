// The pictures that the viewer steps through.
import { expect, test } from 'vitest'
import { makeTurn } from '../../../state/turn.fixture'
import { findResult, listPictures } from './list-pictures'

test('every variation of every step is there in its order, and none that is still under way', () => {
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
  const step = { number: 1, chosen: null, ways: [] }
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
  expect(pictures[0]?.asked).toEqual({ aspectRatio: '16:9', imageSize: undefined })
})

test('each of two compared pictures is called by its own step', () => {
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
