// Checks the command line and the reports of `npm run bench`.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas } from './areas.mjs'
import { toMedian, toQuantile, toRow } from './measure.mjs'
import { readBenchArguments, usage } from './options.mjs'
import { formatTable, replaceSection, toMarkdown, writeReports } from './report.mjs'

test('reads areas from repeated and comma-separated options', () => {
  expect(readBenchArguments([])).toEqual({ only: [] })
  expect(
    readBenchArguments(['--only', 'gateway, log', '--only=start', '--rounds', '3', '--json', 'a.json']),
  ).toEqual({ only: ['gateway', 'log', 'start'], rounds: 3, json: 'a.json' })
  expect(readBenchArguments(['--help', '--only', 'log'])).toBeUndefined()
})

test.each([
  [['--only', 'gatway'], `--only: There is no area gatway. Choose from: ${Object.keys(areas).join(', ')}.`],
  [['--only', 'log,'], '--only: There is no area . Choose from'],
  [['--rounds', '0'], '--rounds: must be a whole number from 1, not 0.'],
  [['--rounds', '1.5'], '--rounds: must be a whole number from 1, not 1.5.'],
  [['--areas', 'log'], "Unknown option '--areas'"],
  [['log'], "Unexpected argument 'log'"],
])('explains invalid arguments: %j', (args, message) => {
  expect(() => readBenchArguments(args)).toThrow(message)
})

test('the help lists every area, and every option but the hidden one', () => {
  for (const [name, { title }] of Object.entries(areas))
    expect(usage).toMatch(new RegExp(`${name} +${title}`))
  expect(usage.match(/^ {2}--\w+/gm)?.map((option) => option.trim())).toEqual([
    '--only',
    '--rounds',
    '--json',
    '--markdown',
    '--help',
  ])
})

test('compares a value with its target as it is shown', () => {
  const isMet = (measured: number, target: string) => toRow('name', measured, { target }).met
  expect([isMet(50, '≤ 50'), isMet(51, '≤ 50'), isMet(2000, '≤ 2,000'), isMet(2001, '≤ 2,000')]).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect([isMet(0.75, '≥ 0.75'), isMet(0.74, '≥ 0.75'), isMet(1, '< 1'), isMet(0.99, '< 1')]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect([toRow('name', 1).met, isMet(Number.NaN, '≤ 5')]).toEqual([null, false])
  expect(() => isMet(1, '= 5')).toThrow('must be like ≤ 50')
  expect([0.123456, 12.3456, 1234.56].map((value) => toRow('name', value).measured)).toEqual([
    0.123, 12.3, 1235,
  ])
})

test('computes medians and quantiles', () => {
  expect([toMedian([3, 1, 2]), toMedian([4, 1, 3, 2]), toMedian([5, Number.NaN])]).toEqual([2, 2.5, 5])
  expect([toMedian([]), toQuantile([], 0.5)]).toEqual([Number.NaN, Number.NaN])
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect([toQuantile(hundred, 0.5), toQuantile(hundred, 0.99), toQuantile([7], 0.99)]).toEqual([51, 100, 7])
})

const rows = [
  toRow('requests/s', 0.8, {
    unit: '× undici',
    target: '≥ 0.75',
    compared: { gateway: 12_345, nginx: Number.NaN },
  }),
  toRow('CPU', 1234.5, { unit: 'ms' }),
  toRow('memory', Number.NaN, { unit: 'MB', target: '≤ 16' }),
]
const results = {
  machine: {
    cores: 2,
    processor: 'A processor',
    memoryGb: 24,
    system: 'Debian',
    node: '20.1.0',
    electron: '45.4.1',
    load: 0.1,
  },
  commit: 'abc1234',
  date: '2026-01-02T03:04:05.000Z',
  rows: rows.map((row) => ({ area: 'gateway' as const, ...row })),
  failed: [],
}

test('prints a table with measured values beside their targets', () => {
  expect(formatTable(rows).split('\n')).toEqual([
    '  requests/s  0.8 × undici  ≥ 0.75  met     gateway 12,345',
    '  CPU         1,235 ms',
    '  memory      not measured  ≤ 16    missed',
  ])
})

test('writes rows with targets as Markdown, with the machine and the commit', () => {
  expect(toMarkdown(results)).toBe(
    [
      'Measured on 2026-01-02 at commit `abc1234` with 2 cores (A processor), 24 GB of memory, Debian, Node.js 20.1.0, and Electron 45.4.1. The load average before was 0.1; values of a busy machine are worse.',
      '',
      '| area | what | target | measured | met |',
      '| --- | --- | --- | --- | --- |',
      '| gateway | requests/s | ≥ 0.75 | 0.8 × undici (gateway 12,345) | yes |',
      '| gateway | memory | ≤ 16 | not measured | **no** |',
    ].join('\n'),
  )
})

test('writes the results as JSON, and replaces only the marked section of a Markdown file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-report-'))
  const [json, markdown, created] = ['results.json', 'README.md', 'new.md'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const around = ['# Title\n\n<!-- bench -->', '<!-- /bench -->\n\nThe end.\n'] as const
  writeFileSync(markdown, `${around[0]}\nold\n${around[1]}`)
  for (const file of [markdown, markdown, created]) writeReports(results, { json, markdown: file })
  expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual(results)
  expect(readFileSync(markdown, 'utf8')).toBe(`${around[0]}\n\n${toMarkdown(results)}\n\n${around[1]}`)
  expect(readFileSync(created, 'utf8')).toContain(toMarkdown(results))
  expect(replaceSection('<!-- /bench --> <!-- bench -->', 'new')).toBeUndefined()
  writeFileSync(markdown, 'no markers')
  expect(() => writeReports(results, { markdown })).toThrow('must have a line <!-- bench -->')
  expect(readFileSync(markdown, 'utf8')).toBe('no markers')
})
