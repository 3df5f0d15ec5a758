// The saved state of the windows.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  findMainWindow,
  readWindowState,
  type WindowState,
  withChats,
  withMainWindow,
  writeWindowState,
} from './window-state'

function makeFile(): { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gen-playground-window-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, file: join(folder, 'window.json') }
}

const main = { bounds: { x: -20, y: 0, width: 1280, height: 820 }, maximized: true, fullScreen: false }
const chat = { bounds: { x: 40, y: 50, width: 500, height: 700 }, maximized: false, fullScreen: false }
const state: WindowState = {
  arrangements: [{ displays: '1@0,0,1920x1080', main, panel: 'images' }],
  chats: [{ conversationId: 'c1', placement: chat }],
  chatSize: { width: 500, height: 700 },
  zoom: 110,
}
const none: WindowState = { arrangements: [], chats: [], chatSize: null, zoom: 100 }

const laptop = display(1, { x: 0, y: 0, width: 1440, height: 900 })
const external = display(2, { x: 1440, y: 0, width: 2560, height: 1440 })

function display(id: number, bounds: { x: number; y: number; width: number; height: number }) {
  return { id, bounds, workArea: bounds }
}

test('is restored within the limits of the zoom, and its file is replaced as a whole', () => {
  const { folder, file } = makeFile()
  expect(readWindowState(file)).toEqual(none)
  writeWindowState(file, state)
  expect(readWindowState(file)).toEqual(state)
  // A process that ended while it was writing has left the temporary file; the old state is still complete.
  writeFileSync(`${file}.tmp`, '{"arrangements":[{"main"')
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
  [
    'a position that no screen has',
    JSON.stringify({ ...state, arrangements: [{ displays: '', main: positionedAt(-1e9), panel: null }] }),
  ],
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

test('each arrangement of displays has its own position and panel; another one continues with the last', () => {
  const onBoth = { ...chat, bounds: { x: 2000, y: 200, width: 1600, height: 1000 } }
  const onLaptop = { ...chat, bounds: { x: 20, y: 20, width: 1200, height: 800 } }
  let saved = withMainWindow(none, { displays: [laptop, external], main: onBoth, panel: 'video' })
  saved = withMainWindow(saved, { displays: [laptop], main: onLaptop, panel: 'chat' })
  // The order in which the system lists them does not matter.
  expect(findMainWindow(saved, [external, laptop])).toEqual({ placement: onBoth, panel: 'video' })
  // The page itself knows the panel that was open last.
  expect(findMainWindow(saved, [laptop])).toEqual({ placement: onLaptop, panel: null })
  const other = display(3, { x: 0, y: 0, width: 1920, height: 1080 })
  expect(findMainWindow(saved, [other])).toEqual({ placement: onLaptop, panel: null })
  // The panel stays until the page reports one.
  saved = withMainWindow(saved, { displays: [laptop, external], main: onBoth })
  expect(saved.arrangements.at(-1)?.panel).toBe('video')
  expect(findMainWindow(saved, [laptop]).panel).toBe('chat')
  expect(findMainWindow(saved, [other])).toMatchObject({
    // It was on the display that is missing.
    placement: { bounds: { x: 320, y: 80, width: 1600, height: 1000 } },
  })
})

test('arrangements that were not used for long are removed', () => {
  let saved = none
  for (let id = 0; id < 40; id += 1)
    saved = withMainWindow(saved, { displays: [{ ...laptop, id }], main, panel: 'chat' })
  saved = withMainWindow(saved, { displays: [{ ...laptop, id: 30 }], main, panel: 'video' })
  const ids = saved.arrangements.map(({ displays }) => Number.parseInt(displays, 10))
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([16, 24, 30])
})

test('the size of the last window of a chat stays for the next one', () => {
  const open = withChats(none, [{ conversationId: 'c1', placement: chat }])
  expect(withChats(open, [])).toEqual({ ...none, chatSize: { width: 500, height: 700 } })
})
