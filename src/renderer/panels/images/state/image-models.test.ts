import { expect, test } from 'vitest'
import { fitDrawing, rejectsInstruction, toRatioOptions, toSizeOptions } from './image-models'

const full = {
  id: 'gen-3-pro-image-preview',
  thinks: true,
  aspectRatios: ['1:1', '16:9'],
  imageSizes: ['1K', '2K'],
}
const bare = { id: 'gen-2.0-flash-exp-image-generation', thinks: false, aspectRatios: [], imageSizes: [] }
const set = {
  model: full.id,
  aspectRatio: '16:9',
  imageSize: '2K',
  includeThoughts: true,
  systemInstruction: 'Draw in ink.',
  seed: 7,
}

test('removes unsupported parameters, but none for an unknown model', () => {
  expect(fitDrawing(set, [full, bare])).toEqual(set)
  expect(fitDrawing({ ...set, model: bare.id }, [full, bare])).toEqual({ model: bare.id, seed: 7 })
  expect(fitDrawing({ ...set, model: 'elsewhere' }, [full])).toEqual({ ...set, model: 'elsewhere' })
})

test('recognizes the model that rejects a system instruction by both of its names', () => {
  expect([
    rejectsInstruction('gemini-2.0-flash-exp-image-generation'),
    rejectsInstruction(bare.id),
    rejectsInstruction(full.id),
  ]).toEqual([true, true, false])
})

const values = (options: readonly { value: string }[]) => options.map(({ value }) => value)

test('offers no ratios or sizes for a model without them, even if one is set for another model', () => {
  expect([toRatioOptions([], '16:9'), toSizeOptions([], '2K')]).toEqual([[], []])
})

test('includes a set value that the model does not document', () => {
  expect(values(toRatioOptions(['1:1', '16:9'], '7:3'))).toEqual(['auto', '1:1', '16:9', '7:3'])
  expect(values(toRatioOptions(['1:1', '16:9'], '16:9'))).toEqual(['auto', '1:1', '16:9'])
  expect(values(toSizeOptions(['1K', '2K'], '4K'))).toEqual(['auto', '1K', '2K', '4K'])
})
