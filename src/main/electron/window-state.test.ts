// The saved state of the windows.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readWindowState, type WindowState, withChats, writeWindowState } from './window-state'

function makeFile(): { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gen-playground-window-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, file: join(folder, 'window.json') }
}

const main = { bounds: { x: -20, y: 0, width: 1280, height: 820 }, maximized: true, fullScreen: false }
const chat = { bounds: { x: 40, y: 50, width: 500, height: 700 }, maximized: false, fullScreen: false }
const state: WindowState = {
  main,
  chats: [{ conversationId: 'c1', placement: chat }],
  chatSize: { width: 500, height: 700 },
  zoom: 110,
}
const none: WindowState = { main: null, chats: [], chatSize: null, zoom: 100 }

test('is restored within the limits of the zoom, and its file is replaced as a whole', () => {
  const { folder, file } = makeFile()
  expect(readWindowState(file)).toEqual(none)
  writeWindowState(file, state)
  expect(readWindowState(file)).toEqual(state)
  // A process that ended while it was writing has left the temporary file; the old state is still complete.
  writeFileSync(`${file}.tmp`, '{"main":{"bounds"')
  expect(readWindowState(file)).toEqual(state)
  writeWindowState(file, { ...state, zoom: 90 })
  expect([readWindowState(file), readdirSync(folder)]).toEqual([{ ...state, zoom: 90 }, ['window.json']])
  for (const [zoom, limited] of [
    [900, 200],
    [3, 50],
  ]) {
    writeFileSync(file, JSON.stringify({ ...state, zoom }))
    expect(readWindowState(file).zoom).toBe(limited)
  }
})

const positionedAt = (x: number) => ({ ...main, bounds: { ...main.bounds, x } })

test.each([
  ['an empty file', ''],
  ['the first half of it', JSON.stringify(state).slice(0, 30)],
  ['zeros, as a power failure leaves them', '\0'.repeat(80)],
  ['another structure', '[]'],
  ['a size that no screen has', JSON.stringify({ ...state, chatSize: { width: 1e9, height: 800 } })],
  ['a position that no screen has', JSON.stringify({ ...state, main: positionedAt(-1e9) })],
])('is ignored if the file has %s, and replaced by the next one', (_, text) => {
  const { file } = makeFile()
  writeFileSync(file, text)
  expect(readWindowState(file)).toEqual(none)
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

test('the size of the last window of a chat stays for the next one', () => {
  const open = withChats(none, [{ conversationId: 'c1', placement: chat }])
  expect(withChats(open, [])).toEqual({ ...none, chatSize: { width: 500, height: 700 } })
})
