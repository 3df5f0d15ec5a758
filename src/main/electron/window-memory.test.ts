// The state in `window.json` after windows and displays have changed.
import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Bounds } from './window-bounds'
import {
  changeZoom,
  clampZoom,
  createWindowMemory,
  readWindowState,
  type TrackedWindow,
  type WindowState,
  withChats,
  writeWindowState,
  zoomSteps,
} from './window-memory'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const area = (x: number, width: number, height: number): Bounds => ({ x, y: 0, width, height })
const left = { workArea: area(0, 1440, 900) }
const right = { workArea: area(1440, 1920, 1080) }

/** A window whose position a test sets; it reports moves. */
class FakeWindow extends EventEmitter {
  bounds: Bounds
  maximized = false

  constructor(bounds: Bounds) {
    super()
    this.bounds = bounds
  }
  isDestroyed = () => false
  isFullScreen = () => false
  isMaximized = () => this.maximized
  getNormalBounds = () => this.bounds
  setBounds(bounds: Bounds) {
    this.bounds = bounds
    this.emit('move')
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gen-playground-windows-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A run of the application; the next one reads what it has saved. */
function start(folder: string) {
  let displays = [left, right]
  const file = join(folder, 'window.json')
  const screen = Object.assign(new EventEmitter(), { getAllDisplays: () => displays })
  const open: { window: TrackedWindow; conversationId: string | null }[] = []
  const memory = createWindowMemory({ file, screen, listOpen: () => open })
  const openWindow = (conversationId: string | null, bounds: Bounds) => {
    const window = new FakeWindow(bounds)
    // Only what is tracked is there, with simpler types of events.
    const entry = { window: window as unknown as TrackedWindow, conversationId }
    open.push(entry)
    window.once('closed', () => open.splice(open.indexOf(entry), 1))
    memory.follow(entry.window)
    return window
  }
  const change = (event: string, changed: typeof displays) => {
    displays = changed
    screen.emit(event)
  }
  return { memory, openWindow, change, read: () => readWindowState(file) }
}

const at = (x: number): Bounds => ({ x, y: 20, width: 800, height: 600 })

test('a window that is dragged is saved once it rests, and when it closes', () => {
  const { openWindow, read } = start(makeFolder())
  const window = openWindow(null, at(10))
  for (let x = 20; x < 30; x += 1) window.setBounds(at(x))
  expect(read().main).toBeNull()
  vi.advanceTimersByTime(1_000)
  expect(read().main?.bounds).toEqual(at(29))
  window.bounds = at(40)
  window.emit('close')
  expect(read().main?.bounds).toEqual(at(40))
})

test('a slow start does not lose the windows of chats that open again', () => {
  const folder = makeFolder()
  const before = start(folder)
  before.memory.readChats()
  before.openWindow(null, at(10))
  before.openWindow('c1', at(50))
  before.memory.retainChats()
  const { memory, openWindow, read } = start(folder)
  const main = openWindow(null, at(10))
  main.emit('focus')
  vi.advanceTimersByTime(1_000)
  expect(memory.readChats()).toMatchObject([{ conversationId: 'c1', placement: { bounds: at(50) } }])
  expect(read().chats).toHaveLength(1)
})

test('windows that a quit closes open again, those that the user has closed do not', () => {
  const { memory, openWindow, read } = start(makeFolder())
  memory.readChats()
  const [first, second] = [openWindow('c1', at(10)), openWindow('c2', at(50))]
  first.emit('closed')
  expect(read().chats.map(({ conversationId }) => conversationId)).toEqual(['c2'])
  memory.retainChats()
  second.emit('closed')
  expect(read().chats.map(({ conversationId }) => conversationId)).toEqual(['c2'])
  // Quitting calls it again, after the windows have closed.
  memory.retainChats()
  expect(read().chats).toHaveLength(1)
})

test('a window whose display is unplugged moves onto one that is left', () => {
  const { openWindow, change, read } = start(makeFolder())
  const main = openWindow(null, at(2_000))
  const chat = openWindow('c1', at(2_200))
  const untouched = openWindow('c2', at(100))
  main.emit('move')
  vi.advanceTimersByTime(1_000)
  change('display-removed', [left])
  expect([main.bounds, chat.bounds, untouched.bounds]).toEqual([at(640), at(640), at(100)])
  vi.advanceTimersByTime(1_000)
  expect(read().main?.bounds).toEqual(at(640))
  // The system places maximized windows.
  main.maximized = true
  main.bounds = at(2_000)
  change('display-metrics-changed', [left])
  expect(main.bounds).toEqual(at(2_000))
})

test('the zoom is saved as well', () => {
  const folder = makeFolder()
  const { memory, openWindow } = start(folder)
  openWindow(null, at(10))
  memory.setZoom(125)
  vi.advanceTimersByTime(1_000)
  expect(start(folder).memory.zoom()).toBe(125)
})

test('zooming in passes all steps up to 200%, zooming out all down to 50%', () => {
  const passed = [50]
  for (let count = 0; count < 20; count += 1) passed.push(changeZoom(passed.at(-1) ?? 0, 'in'))
  expect([...new Set(passed)]).toEqual([...zoomSteps])
  expect(passed.at(-1)).toBe(200)
  let zoom = 200
  for (let count = 0; count < 20; count += 1) zoom = changeZoom(zoom, 'out')
  expect(zoom).toBe(50)
})

test('a zoom between the steps continues with the next one', () => {
  expect([changeZoom(104, 'in'), changeZoom(104, 'out'), changeZoom(104, 'reset')]).toEqual([110, 100, 100])
  // Electron returns factors that are not exact.
  expect(changeZoom(109.99999, 'in')).toBe(125)
  expect(changeZoom(110.00001, 'out')).toBe(100)
})

test('what is beyond the limits comes back to them', () => {
  expect([clampZoom(10), clampZoom(1_000), clampZoom(109.6)]).toEqual([50, 200, 110])
  expect([changeZoom(300, 'in'), changeZoom(20, 'out')]).toEqual([200, 50])
})

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
