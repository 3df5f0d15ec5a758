// The saved position of the window.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readWindowState, writeWindowState } from './window-state'

function makeFile(): { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gen-playground-window-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, file: join(folder, 'window.json') }
}

const state = { bounds: { x: -20, y: 0, width: 1280, height: 820 }, maximized: true }

test('is restored, and its file is replaced as a whole', () => {
  const { folder, file } = makeFile()
  expect(readWindowState(file)).toBeUndefined()
  writeWindowState(file, state)
  expect(readWindowState(file)).toEqual(state)
  // A process that ended while it was writing has left the temporary file; the old state is still complete.
  writeFileSync(`${file}.tmp`, '{"bounds":{"x":1')
  expect(readWindowState(file)).toEqual(state)
  writeWindowState(file, { ...state, maximized: false })
  expect([readWindowState(file), readdirSync(folder)]).toEqual([
    { ...state, maximized: false },
    ['window.json'],
  ])
})

test.each([
  ['an empty file', ''],
  ['the first half of it', JSON.stringify(state).slice(0, 30)],
  ['zeros, as a power failure leaves them', '\0'.repeat(80)],
  ['another structure', '[]'],
  ['a size that no screen has', JSON.stringify({ ...state, bounds: { ...state.bounds, width: 1e9 } })],
  ['a negative size', JSON.stringify({ ...state, bounds: { ...state.bounds, height: -820 } })],
])('is ignored if the file has %s, and replaced by the next one', (_, text) => {
  const { file } = makeFile()
  writeFileSync(file, text)
  expect(readWindowState(file)).toBeUndefined()
  writeWindowState(file, state)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(state)
})

test('a state that cannot be saved leaves no temporary file, and no error', () => {
  const { folder, file } = makeFile()
  mkdirSync(join(file, 'not-a-file'), { recursive: true })
  writeWindowState(file, state)
  writeWindowState(join(folder, 'missing', 'window.json'), state)
  expect(readdirSync(folder)).toEqual(['window.json'])
})
