// The state in `window.json` after windows and displays have changed.
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Bounds } from './window-bounds'
import { createWindowMemory, type TrackedWindow } from './window-memory'
import { readWindowState } from './window-state'

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
