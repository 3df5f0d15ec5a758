// Compares the README with the tests: its table of clients, the footnotes and the examples.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clients, page, programs, renderCoverage } from './coverage.fixture'

test('the table in the README matches the tests', () => {
  const lines = page.split('\n').filter((line) => /^(?:\||\d+\. )/.test(line))
  expect(lines).toEqual(
    renderCoverage()
      .split('\n')
      .filter((line) => line !== ''),
  )
})

test('every client in the table has its own test file', async () => {
  const files = await readdir(import.meta.dirname)
  for (const client of Object.keys(clients)) {
    const name = files.find((file) => file === `${client}.test.ts` || file === `${client}.release.test.ts`)
    expect(name, client).toBeDefined()
    const tests = await readFile(join(import.meta.dirname, name ?? ''), 'utf8')
    expect(tests).toContain(`describeClient('${client}', [`)
  }
})

test('the README has an example for every client', () => {
  const imported = programs.map(
    (program) => /from '(@?[\w-]+(?:\/[\w-]+)?)'/.exec(withoutBuiltins(program))?.[1],
  )
  expect(imported).toEqual(Object.values(clients))
})

function withoutBuiltins(program: string): string {
  return program.replace(/^import .* from 'node:.*$/gm, '')
}
