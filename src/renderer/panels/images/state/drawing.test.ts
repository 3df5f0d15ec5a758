// A drawing: its steps and their tree, the picture that the next step edits, and what a model supports.
import { expect, onTestFinished, test } from 'vitest'
import type { DrawingStep, Turn } from '#shared/schemas/chat'
import { queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { emptyChat, foldChat } from '../../../state/fold-chat'
import { conversationFixture, makeSnapshot, makeTurn } from '../../../state/turn.fixture'
import { listDrawings, orderByHits } from '../drawings/DrawingList'
import {
  countFollowing,
  findFinalPicture,
  findResult,
  listPictures,
  listTrashed,
  readVariation,
  toStepRows,
  toSteps,
} from './drawing-steps'
import { fitDrawing, rejectsInstruction, toRatioOptions, toSizeOptions } from './image-models'
import { chooseTarget, parseTypedRatio } from './next-step'
import { withNextSeed } from './variation-actions'

const picture = (media: string, more = {}) => ({ inlineData: { mimeType: 'image/png', media }, ...more })
const file = (media: string) => ({ media, mimeType: 'image/png', name: null })
const drawn = (id: string, ...media: string[]) => makeTurn({ id, parts: media.map((each) => picture(each)) })
const instruction = (id: string, text = 'A boat') => makeTurn({ id, role: 'user', parts: [{ text }] })

test('a step has its variations as requested, with the one on the branch, or none if all were deleted', () => {
  const branch = ['p1', 'a2', 'p2', 'b1']
  const alternates = { a2: ['a1', 'a2', 'a3'], p2: ['p2', 'p3'] }
  expect(toSteps({ branch, alternates })).toEqual([
    { promptId: 'p1', number: 1, variations: ['a1', 'a2', 'a3'], selected: 'a2', branches: [] },
    { promptId: 'p2', number: 2, variations: ['b1'], selected: 'b1', branches: ['p2', 'p3'] },
  ])
  expect(toSteps({ branch: ['p1'], alternates: {} })).toEqual([
    { promptId: 'p1', number: 1, variations: [], selected: null, branches: [] },
  ])
})

test('pictures in thoughts are drafts, others are results, and other media are ignored', () => {
  const parts = [
    { text: 'A sketch first.', thought: true },
    picture('t1', { thought: true }),
    picture('t2', { thought: true }),
    { text: 'Here ' },
    picture('m1'),
    { text: 'it is.\n' },
    picture('m2'),
    { inlineData: { mimeType: 'audio/wav', media: 's1' } },
  ]
  expect(readVariation(makeTurn({ parts }))).toEqual({
    pictures: [file('m1'), file('m2')],
    final: file('m2'),
    draft: file('t2'),
    text: 'Here\n\nit is.',
  })
})

test('pictures in the trash are not shown, and a final one in the trash cannot be edited', () => {
  const turn = drawn('a1', 'm1', 'm2', 'm3')
  const put = (...trashed: string[]) =>
    queryClient.setQueryData(
      queries.library.imagesOf.queryKey({ input: { conversationId: turn.conversationId } }),
      ['m1', 'm2', 'm3'].map((media) => ({
        ...{ id: `i-${media}`, turnId: turn.id, promptId: null, media, starred: false },
        isTrashed: trashed.includes(media),
      })),
    )
  onTestFinished(() => queryClient.clear())
  put('m1')
  expect([readVariation(turn).pictures, findFinalPicture(turn)]).toEqual([
    [file('m2'), file('m3')],
    file('m3'),
  ])
  put('m3')
  // The model takes the last one it made, so another one is not edited instead.
  expect([readVariation(turn).pictures, findFinalPicture(turn)]).toEqual([[file('m1'), file('m2')], null])
  expect(listTrashed(turn)).toEqual([])
  put('m1', 'm2', 'm3')
  expect(listTrashed(turn)).toEqual(['i-m1', 'i-m2', 'i-m3'])
})

test('only the picture of a complete answer can be edited', () => {
  const complete = drawn('a1', 'm1', 'm2')
  expect([complete, { ...complete, state: 'stopped' as const }, undefined].map(findFinalPicture)).toEqual([
    file('m2'),
    null,
    null,
  ])
})

test('lists the pictures of all steps in order, except running ones, each with the title of its step', () => {
  const turns = [
    instruction('p1', 'A  boat\n'),
    { ...drawn('a1', 'm1', 'm2'), parentId: 'p1', parameters: { model: 'm', aspectRatio: '16:9' } },
    { ...drawn('a2', 'm3'), state: 'running' as const },
    instruction('p2', 'At night'),
    { ...drawn('b1', 'm4'), parentId: 'p2' },
  ]
  const find = (id: string) => turns.find((turn) => turn.id === id)
  const step = { number: 1, selected: null, branches: [] }
  const steps = [
    { ...step, promptId: 'p1', variations: ['a1', 'a2', 'not fetched'] },
    { ...step, promptId: 'p2', variations: ['b1'] },
  ]
  const pictures = listPictures(steps, find)
  expect(pictures.map(({ media, title, turn }) => `${media} ${title} ${turn?.id}`)).toEqual([
    'm1 A boat a1',
    'm2 A boat a1',
    'm4 At night b1',
  ])
  expect(pictures[0]?.requested).toEqual({ aspectRatio: '16:9', imageSize: undefined })
  const results = [turns[1], turns[4]].map((turn) => turn && findResult(turn as Turn, find))
  expect(results.map((result) => result?.title)).toEqual(['A boat', 'At night'])
})

/** Each variation's picture is called like its answer. */
const toStep = (promptId: string, parentId: string | null, answers: string[]): DrawingStep => ({
  promptId,
  parentId,
  text: promptId,
  variations: answers.map((id) => ({ id, picture: { media: id, mimeType: 'image/png' } })),
})

/** Tree → (a1) autumn → snow, and birds; (a2) blue. Boat is another start. */
const steps = [
  toStep('tree', null, ['a1', 'a2']),
  toStep('autumn', 'a1', ['b1']),
  toStep('blue', 'a2', ['c1', 'c2']),
  toStep('snow', 'b1', ['d1']),
  toStep('birds', 'b1', ['e1']),
  toStep('boat', null, ['f1']),
]

test('the tree lists every step once, each branch in order, with its position and its picture', () => {
  const rows = toStepRows(steps, ['tree', 'a2', 'blue', 'c1'])
  expect(rows.map(({ promptId, number, lane, picture }) => [promptId, number, lane, picture?.media])).toEqual(
    [
      ['tree', 1, 0, 'a2'],
      ['autumn', 2, 0, 'b1'],
      ['snow', 3, 0, 'd1'],
      ['birds', 3, 1, 'e1'],
      ['blue', 2, 1, 'c1'],
      ['boat', 1, 0, 'f1'],
    ],
  )
  expect(rows.filter(({ isSplit }) => isSplit).map(({ promptId }) => promptId)).toEqual(['birds', 'blue'])
  expect(rows.filter(({ isShown }) => isShown).map(({ promptId }) => promptId)).toEqual(['tree', 'blue'])
})

test('counts the steps behind a variation, also behind its branches', () => {
  expect(Object.fromEntries(countFollowing(steps))).toEqual({ a1: 3, a2: 1, b1: 2 })
})

const open = (...turns: readonly Turn[]) => foldChat(emptyChat, [makeSnapshot(turns)])
const first = [instruction('p1'), drawn('a1', 'm1'), instruction('p2')]

test('the next step edits the last picture, never a reference, or the selected one', () => {
  const failed = makeTurn({ id: 'a2', parts: [], state: 'failed' })
  const referring = { ...drawn('p2', 'r1'), role: 'user' as const }
  expect(chooseTarget(open(...first, failed), undefined)).toBe('a1')
  expect(chooseTarget(open(...first.slice(0, 2), referring, failed), undefined)).toBe('a1')
  const drawing = open(...first, drawn('a2', 'm2'))
  // A new one if that was selected, and the last one if the selected answer was deleted or has none.
  expect(['a1', null, 'gone', 'p1'].map((id) => chooseTarget(drawing, id))).toEqual(['a1', null, 'a2', 'a2'])
  expect(chooseTarget(open(instruction('p1')), undefined)).toBe(null)
})

test('edits the image in progress, unless the user selected another or the selected variation is ready', () => {
  const running = makeTurn({ id: 'a2', parts: [], state: 'running' })
  const targets = [undefined, 'a1', null].map((selected) => chooseTarget(open(...first, running), selected))
  expect(targets).toEqual(['a2', 'a1', null])
  const other = { ...running, id: 'a3' }
  const beside = (head: Turn) =>
    foldChat(emptyChat, [
      makeSnapshot([...first, head], { alternates: { [head.id]: [head.id, other.id] } }),
      { type: 'turn', turn: other },
    ])
  expect(chooseTarget(beside(drawn('a2', 'm2')), undefined)).toBe('a2')
  expect(chooseTarget(beside({ ...running, state: 'failed' }), undefined)).toBe('a3')
})

test('a ratio is accepted in its usual spellings, and rejected with an example', () => {
  for (const text of ['16:9', ' 16 : 9 ', '16/9', '16x9', '16×9'])
    expect(parseTypedRatio(text), text).toEqual({ value: '16:9' })
  expect(parseTypedRatio('')).toEqual({ value: undefined })
  for (const text of ['wide', '16:0', '1.85:1', '16:9:4', '1234:1'])
    expect(parseTypedRatio(text), text).toEqual({ error: 'must be a ratio, such as 16:9' })
})

const full = {
  id: 'gen-3-pro-image-preview',
  thinks: true,
  aspectRatios: ['1:1', '16:9'],
  imageSizes: ['2K'],
}
const bare = { id: 'gen-2.0-flash-exp-image-generation', thinks: false, aspectRatios: [], imageSizes: [] }

test('removes unsupported parameters, but none for an unknown model', () => {
  const shape = { aspectRatio: '16:9', imageSize: '2K', includeThoughts: true }
  const set = { model: full.id, ...shape, systemInstruction: 'Draw in ink.', seed: 7 }
  expect(fitDrawing(set, [full, bare])).toEqual(set)
  expect(fitDrawing({ ...set, model: bare.id }, [full, bare])).toEqual({ model: bare.id, seed: 7 })
  expect(fitDrawing({ ...set, model: 'elsewhere' }, [full])).toEqual({ ...set, model: 'elsewhere' })
  const ids = ['gemini-2.0-flash-exp-image-generation', bare.id, full.id]
  expect(ids.map(rejectsInstruction)).toEqual([true, true, false])
})

test('offers the ratios and sizes of a model that has any, and a set value that it does not document', () => {
  const values = (options: readonly { value: string }[]) => options.map(({ value }) => value)
  expect([toRatioOptions([], '16:9'), toSizeOptions([], '2K')]).toEqual([[], []])
  expect(values(toRatioOptions(full.aspectRatios, '7:3'))).toEqual(['auto', '1:1', '16:9', '7:3'])
  expect(values(toRatioOptions(full.aspectRatios, '16:9'))).toEqual(['auto', '1:1', '16:9'])
  expect(values(toSizeOptions(['1K', '2K'], '4K'))).toEqual(['auto', '1K', '2K', '4K'])
})

const wide = { model: 'gen-2.5-flash-image', aspectRatio: '16:9' }
const seeded = (...seeds: readonly number[]) => seeds.map((seed) => ({ parameters: { ...wide, seed } }))

test.each([
  ['follows the last one', [7, 8], 9],
  ['skips those that are in use', [7, 8, 9, 7], 10],
  ['continues with the minimum after the maximum', [2_147_483_647], -2_147_483_648],
] as const)('the next seed %s', (_, seeds, seed) => {
  expect(withNextSeed(seeded(...seeds))).toEqual({ ...wide, seed })
})

test('another variation has the parameters of its step, not those of the next one', () => {
  expect(withNextSeed([{ parameters: wide }])).toEqual(wide)
  const square = { parameters: { ...wide, aspectRatio: '1:1', seed: 6 } }
  expect(withNextSeed([...seeded(4, 5), square], seeded(4)[0])).toEqual({ ...wide, seed: 7 })
  expect(withNextSeed([...seeded(5), { parameters: null }])).toBeUndefined()
})

test('only drawings are listed, newest first, pinned or not; found ones by their best match, once', () => {
  const [old, recent] = ['old', 'recent'].map((id, at) => ({
    ...conversationFixture,
    id,
    kind: 'images' as const,
    updatedAt: at,
    pinnedAt: at === 0 ? 1 : null,
  }))
  if (!old || !recent) throw new Error('both are there')
  expect(listDrawings([old, conversationFixture, recent])).toEqual([recent, old])
  const hits = ['old', 'gone', 'recent', 'old'].map((conversationId) => ({ conversationId }))
  expect(orderByHits([recent, old], hits)).toEqual([old, recent])
})
