// Declarations that are added, converted and pasted.
import { expect, test } from 'vitest'
import {
  addDeclarations,
  findFreeName,
  plainDeclarations,
  readPastedDeclarations,
} from './change-declarations'

const openAi = '{"type": "function", "function": {"name": "b"}}'
const read = (text: string | null) => text && JSON.parse(text)

test('what is added stands behind what was there; a text that holds something else is left alone', () => {
  expect(read(addDeclarations('{"name": "a"}', openAi))).toEqual([{ name: 'a' }, { name: 'b' }])
  expect(read(addDeclarations(' ', `[${openAi}]`))).toEqual([{ name: 'b' }])
  const refused = [addDeclarations('[', openAi), addDeclarations('[]', 'oops'), plainDeclarations('[1]')]
  expect(refused).toEqual([null, null, null])
})

test('a pasted text is converted where it is of another form, and fits where it is put', () => {
  expect(read(readPastedDeclarations(openAi, true))).toEqual([{ name: 'b' }])
  expect(read(`[${readPastedDeclarations(`[${openAi}, {"name": "c"}]`, false)}]`)).toEqual([
    { name: 'b' },
    { name: 'c' },
  ])
  for (const text of ['"get_weather"', '[{"name": "a"}]', 'type', '{"type": "string"}'])
    expect(readPastedDeclarations(text, true)).toBe(text)
})

test('a name that is taken is counted up', () => {
  expect([findFreeName('a', []), findFreeName('a', ['a']), findFreeName('a', ['a', 'a_2'])]).toEqual([
    'a',
    'a_2',
    'a_3',
  ])
})
