// The copied matrix can be pasted into a spreadsheet.
import { expect, test } from 'vitest'
import { writeTsv } from './write-tsv'

const noYield = () => Promise.resolve()

test('names are above and before the numbers, each on one line', async () => {
  const values = Float32Array.of(1, 0.1, 0.1, Number.NaN)
  expect(await writeTsv({ names: ['a\tcat\nsleeps', '=HYPERLINK("x")'], values }, noYield)).toBe(
    '\ta cat sleeps\t\'=HYPERLINK("x")\na cat sleeps\t1\t0.1\n\'=HYPERLINK("x")\t0.1\t\n',
  )
})

test('a large matrix is written completely, in slices', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `row ${index}`)
  let yields = 0
  const text = await writeTsv({ names, values: new Float32Array(3600) }, () => {
    yields += 1
    return Promise.resolve()
  })
  expect(yields).toBe(3)
  expect(text.split('\n').map((line) => line.split('\t').length)).toEqual([...new Array(61).fill(61), 1])
})
