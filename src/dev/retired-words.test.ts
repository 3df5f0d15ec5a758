// Checks that retired words are found in every kind of text, and that the field's own words pass.
import { expect, test } from 'vitest'
import { findInSource } from './retired-words.mjs'

function find(file: string, source: string): string[] {
  return findInSource(file, source).map(
    ({ line, text }) => `${line}: ${text.replace(/ (use|in the) .*/, '')}`,
  )
}

test('finds retired words in names of files, variables, types, properties and components', () => {
  expect(find('src/gateway/kept-keys.ts', '')).toEqual(['1: Path kept-keys:'])
  expect(
    find('src/a.ts', 'const toldError = 1\nexport interface ReadWish {\n  mostBytes: number\n}'),
  ).toEqual(['1: toldError:', '2: ReadWish:', '3: mostBytes:'])
  expect(find('src/a.tsx', 'export const a = <FindWish colour="red" />')).toEqual([
    '1: FindWish:',
    '1: colour:',
  ])
  expect(find('src/a.ts', 'class A {\n  #leaving = false\n}')).toEqual(['2: leaving:'])
})

test('finds retired phrases in comments, strings, templates, markup and test titles', () => {
  expect(find('src/a.ts', '/** What is under way. */')).toEqual(['1: “under way”'])
  expect(find('src/a.ts', '// Of the row.')).toEqual(['1: “Of”'])
  expect(find('src/a.ts', "const a = 'This stands here'\nconst b = `Wait at the most a day`")).toEqual([
    '1: “stands”',
    '2: “at the most”',
  ])
  expect(find('src/renderer/a.tsx', 'export const a = <p>The picture is ready</p>')).toEqual(['1: “picture”'])
  expect(find('src/a.test.ts', "test.each([1])('the rest is told', () => {})")).toEqual(['1: “told”'])
})

test('accepts plain words, stored keys, single-word values and the data of tests', () => {
  expect(find('src/a.ts', "const row = { colourBy: 'told' }\nsocket.setKeepAlive(true)")).toEqual([])
  expect(find('src/a.ts', '/** Whether the request is running. */\nexport const isRunning = true')).toEqual(
    [],
  )
  expect(find('src/a.test.ts', "run('a story told anew')")).toEqual([])
})

test('finds retired words in folders and in Markdown', () => {
  expect(find('src/kept/a.ts', '')).toEqual(['1: Path kept:'])
  expect(find('src/README.md', '# Title\n\nThe rest is told later.')).toEqual(['3: “told”'])
})
