// Checks the command line and the reports of `npm run bench`.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toMedian, toQuantile, toRow } from './measure.mjs'
import { readBenchArguments, toCells, toMarkdown, writeReport } from './report.mjs'

test('reads the arguments, and explains those that are invalid', () => {
  const args = ['--only', 'gateway,log', '--rounds', '3', '--markdown', 'a.md']
  expect(readBenchArguments(args)).toEqual({ only: ['gateway', 'log'], rounds: 3, markdown: 'a.md' })
  expect(readBenchArguments(['--help', '--only', 'log'])).toBeUndefined()
  expect(() => readBenchArguments(['--only', 'gatway'])).toThrow(
    'There is no area gatway. Choose from: gateway',
  )
  expect(() => readBenchArguments(['--rounds', '1.5'])).toThrow('--rounds: must be a whole number')
  expect(() => readBenchArguments(['--areas', 'log'])).toThrow("Unknown option '--areas'")
})

const rows = [
  toRow('requests/s', 0.8, { unit: '×', target: '≥ 0.75', compared: { gateway: 12_345, other: Number.NaN } }),
  toRow('memory', Number.NaN, { unit: 'MB', target: '≤ 2,000' }),
  toRow('latency', 50.04, { target: '≤ 50' }),
  toRow('time', 2000.6, { unit: 'ms', target: '≤ 2,000' }),
]

test('compares a value with its target as it is shown, in three digits', () => {
  expect(rows.map(toCells)).toEqual([
    ['requests/s', '≥ 0.75', '0.8 × (gateway 12,345)', 'yes'],
    ['memory', '≤ 2,000', 'not measured', '**no**'],
    ['latency', '≤ 50', '50', 'yes'],
    ['time', '≤ 2,000', '2,001 ms', '**no**'],
  ])
  expect(() => toRow('name', 1, { target: '= 5' })).toThrow('must be like ≤ 50')
})

test('computes medians and quantiles', () => {
  expect([toMedian([3, 1, 2]), toMedian([4, 1, 3, 2]), toMedian([5, Number.NaN])]).toEqual([2, 2.5, 5])
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect([toQuantile(hundred, 0.5), toQuantile(hundred, 0.99), toQuantile([], 0.5)]).toEqual([
    51,
    100,
    Number.NaN,
  ])
})

test('writes the rows between the markers of a Markdown file', () => {
  const processor = { cores: 2, processor: 'A processor', memoryGb: 24, load: 0.1 }
  const machine = { ...processor, system: 'Debian', node: '20.1.0', electron: '45.4.1' }
  const areaRows = rows.map((row) => ({ area: 'gateway', ...row }))
  const results = { machine, commit: 'abc1234', rows: areaRows, failed: [] }
  const folder = mkdtempSync(join(tmpdir(), 'bench-report-'))
  const markdown = join(folder, 'README.md')
  writeFileSync(markdown, '# Title\n\n<!-- bench -->\nold\n<!-- /bench -->\n\nThe end.\n')
  for (const _ of [1, 2]) writeReport(results, markdown)
  const text = readFileSync(markdown, 'utf8')
  expect(text).toBe(`# Title\n\n<!-- bench -->\n\n${toMarkdown(results)}\n\n<!-- /bench -->\n\nThe end.\n`)
  expect(text).toContain('| gateway | requests/s | ≥ 0.75 | 0.8 × (gateway 12,345) | yes |')
  writeFileSync(markdown, 'no markers')
  expect(() => writeReport(results, markdown)).toThrow('must have a line <!-- bench -->')
})
