import { expect, test } from 'vitest'
import { summarizeSections } from './ImagesInspector'

test('summarizes only what is set', () => {
  expect(summarizeSections({ model: 'm', systemInstruction: ' ' }, 1)).toEqual({
    model: '',
    picture: '',
    instruction: '',
    sampling: '',
    details: '',
  })
  const set = {
    model: 'm',
    aspectRatio: '16:9',
    imageSize: '2K',
    responseModalities: ['IMAGE' as const],
    seed: 0,
    temperature: 0,
  }
  expect(summarizeSections({ ...set, systemInstruction: 'In ink.' }, 4)).toEqual({
    model: '',
    picture: '16:9 · 2K · 4× · image only',
    instruction: 'set',
    sampling: 'T 0 · seed 0',
    details: '',
  })
})
