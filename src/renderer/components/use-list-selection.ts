// Mouse and keys of a list whose items carry `data-id` and `data-index`: click, Ctrl, Shift, arrows, Ctrl+A and Escape.
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import {
  type ListKey,
  type ListKeyState,
  type ReadListCommand,
  readListKey,
  type SelectionMode,
} from './list-keys'
import {
  type ListPosition,
  type ListSelection,
  moveCursor,
  selectAll,
  selectNone,
  selectOnly,
  selectRange,
  toggleSelected,
} from './list-selection'

type Awaitable<Value> = Value | Promise<Value>

interface ListSelectionModel {
  readonly read: () => ListSelection
  readonly write: (selection: ListSelection) => void
  /** All ids, in the order of the list. */
  readonly readOrder: () => Awaitable<readonly string[]>
  /** From an item to a position, both included, in the order of the list; given if reading the whole order is slow. */
  readonly readRange?: (from: string, to: ListPosition) => Awaitable<readonly string[]>
  /** Undefined if the list has no such item any longer. */
  readonly readIdAt: (index: number) => Awaitable<string | undefined>
  /** Given if every index is known without a request; else the last known one is used. */
  readonly findIndex?: (id: string) => number
  readonly scrollTo: (index: number) => void
  readonly onError: (error: unknown) => void
}

export interface SelectionActions extends InputQueue {
  readonly read: () => ListSelection
  /** Index of the cursor; -1 without a cursor. */
  cursorIndex(): number
  click(position: ListPosition, modifiers: { readonly mod: boolean; readonly shift: boolean }): Promise<void>
  moveTo(index: number, mode: SelectionMode): Promise<void>
  toggleAtCursor(): void
  all(): Promise<void>
  none(): void
  /** Selects what a context menu opens on, unless it is selected already. */
  selectForMenu(position: ListPosition): void
  findPosition(element: HTMLElement): ListPosition | undefined
}

export function createSelectionActions(model: ListSelectionModel): SelectionActions {
  const { read, write, readOrder, readRange, readIdAt, findIndex } = model
  const queue = createInputQueue(model.onError)
  const extendTo = async (position: ListPosition, adds: boolean) => {
    const { anchor } = read()
    const order = anchor !== null && readRange ? await readRange(anchor, position) : await readOrder()
    write(selectRange(read(), position, { order, adds }))
  }
  return {
    ...queue,
    read,
    cursorIndex() {
      const { cursor } = read()
      return cursor ? (findIndex?.(cursor.id) ?? cursor.index) : -1
    },
    click(position, { mod, shift }) {
      const waits = queue.isBusy()
      return queue.enqueue(async () => {
        // The task before may have removed the item.
        if (waits && (await readIdAt(position.index)) !== position.id) return
        if (shift) await extendTo(position, mod)
        else write(mod ? toggleSelected(read(), position) : selectOnly(position))
      })
    },
    async moveTo(index, mode) {
      model.scrollTo(index)
      const id = await readIdAt(index)
      if (id === undefined) return
      const position = { id, index }
      if (mode === 'range') await extendTo(position, false)
      else write(mode === 'only' ? selectOnly(position) : moveCursor(read(), position))
    },
    toggleAtCursor() {
      const { cursor } = read()
      if (cursor) write(toggleSelected(read(), cursor))
    },
    async all() {
      const order = await readOrder()
      write(selectAll(read(), order))
    },
    none: () => write(selectNone(read())),
    selectForMenu(position) {
      if (!read().ids.has(position.id)) write(selectOnly(position))
    },
    findPosition({ dataset: { id, index } }) {
      return id === undefined ? undefined : { id, index: findIndex?.(id) ?? Number(index) }
    },
  }
}

interface ShownList {
  readonly total: number
  /** Rows in view. */
  readonly rows: number
  /** Given by a grid: returns the index `by` rows further down. */
  readonly moveRows?: (index: number, by: number) => number
  /** Keys without a handler are ignored. */
  readonly handlers: { readonly [Command in 'open' | 'remove' | 'copy']?: () => unknown }
  readonly readCommand: ReadListCommand
  /** The id that the element of an item has. */
  readonly toElementId: (id: string) => string
}

export function useListSelection(actions: SelectionActions, list: ShownList) {
  // The list may change between a key press and its task.
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, currentTarget, key } = event
    // React also passes on the keys of a menu that is rendered elsewhere in the page.
    if (!(target instanceof Node && currentTarget.contains(target))) return
    // Buttons within an item handle these themselves.
    if (target !== currentTarget && (key === 'Enter' || key === ' ')) return
    const state = toKeyState(actions, list)
    // A selection that is still being read is included.
    const selected = actions.isBusy() ? Math.max(1, state.selected) : state.selected
    if (!findTask(event, { ...state, selected }, { actions, list })) return
    event.preventDefault()
    event.stopPropagation()
    // A key that is held down must not continue after it is released.
    if (event.repeat && actions.isBusy()) return
    void actions.enqueue(() => {
      const now = latest.current
      return findTask(event, toKeyState(actions, now), { actions, list: now })?.()
    })
  }
  const onClick = (event: MouseEvent) => {
    const position = findPosition(actions, event)
    if (!position || event.button !== 0) return
    void actions.click(position, { mod: event.ctrlKey || event.metaKey, shift: event.shiftKey })
  }
  const onContextMenu = (event: MouseEvent) => {
    const position = findPosition(actions, event)
    if (position) return actions.selectForMenu(position)
    event.preventDefault()
    const { cursor } = actions.read()
    const element = cursor && document.getElementById(list.toElementId(cursor.id))
    // The menu key targets the list; its menu belongs to the cursor's item.
    if (event.button < 0 && element) openMenuAt(element)
  }
  return { onKeyDown, onClick, onContextMenu }
}

function toKeyState(actions: SelectionActions, { total, rows, moveRows }: ShownList): ListKeyState {
  const state = { index: actions.cursorIndex(), total, rows, selected: actions.read().ids.size }
  return moveRows === undefined ? state : { ...state, moveRows }
}

/** Undefined if the key has no use here. */
function findTask(
  press: ListKey,
  state: ListKeyState,
  { actions, list }: { actions: SelectionActions; list: ShownList },
): (() => unknown) | undefined {
  const command = readListKey(press, state, list.readCommand)
  switch (command?.kind) {
    case undefined:
      return undefined
    case 'go':
      return () => actions.moveTo(command.to, command.mode)
    case 'toggle':
      return actions.toggleAtCursor
    case 'all':
      return actions.all
    case 'clear':
      return actions.none
    case 'open':
    case 'remove':
    case 'copy':
      return list.handlers[command.kind]
  }
}

function findPosition(actions: SelectionActions, { target }: MouseEvent): ListPosition | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null
  return element ? actions.findPosition(element) : undefined
}

function openMenuAt(element: HTMLElement) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const point = { clientX: left + Math.min(width / 2, 160), clientY: top + height / 2 }
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...point }))
}

type Task = () => unknown

interface InputQueue {
  /** Starts immediately if nothing is running. Resolves when the task is done or has failed, which stops no other. */
  enqueue(task: Task): Promise<void>
  isBusy(): boolean
}

/** Runs the tasks of keys and clicks one at a time, so that each sees the result of the previous one. */
function createInputQueue(onError: (error: unknown) => void): InputQueue {
  const waiting: (() => Promise<void>)[] = []
  let busy = false

  const runAll = async () => {
    busy = true
    for (let next = waiting.shift(); next; next = waiting.shift()) await next()
    busy = false
  }
  const attempt = async (task: Task) => {
    try {
      await task()
    } catch (error) {
      onError(error)
    }
  }
  return {
    isBusy: () => busy,
    enqueue: (task) =>
      new Promise((resolve) => {
        waiting.push(() => attempt(task).then(resolve))
        if (!busy) void runAll()
      }),
  }
}
