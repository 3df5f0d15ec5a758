// Items added to a board and removed from it, with Undo.
import { beforeEach, expect, test, vi } from 'vitest'
import type { LibraryCollection } from '#shared/schemas/library'
import { dropOnBoard, isDraggingItems, removeFromBoard, startDragging } from './collections'

const onBoard = new Set<string>()
const toasts: { readonly message: string; readonly undo?: () => unknown }[] = []

/** Like the workspace, returns the items that changed. */
const library = {
  addToBoard: async ({ ids }: { ids: string[] }) => ({
    ids: ids.filter((id) => !onBoard.has(id) && onBoard.add(id)),
  }),
  removeFromBoard: async ({ ids }: { ids: string[] }) => ({ ids: ids.filter((id) => onBoard.delete(id)) }),
}

vi.mock('../../../api/desktop', () => ({
  desktop: {
    get library() {
      return library
    },
  },
  queries: {},
}))
vi.mock('../../../api/toast-outcome', () => ({
  toastOutcome: (work: Promise<unknown>) => work,
}))
vi.mock('../../../state/undo', () => ({
  toastUndo: (message: string, undo: () => unknown) => toasts.push({ message, undo }),
}))
vi.mock('sonner', () => ({ toast: (message: string) => toasts.push({ message }) }))

const board: LibraryCollection = { id: 'b', kind: 'board', name: 'Animals', filters: null }
const page = new EventTarget()

/** As far as they are used here: files, or data of the page. */
function makeTransfer(...files: readonly { readonly size: number }[]) {
  const types = files.length > 0 ? ['Files'] : []
  const setData = (type: string) => types.push(type)
  return { files, types, setData } as unknown as DataTransfer
}

/** Drags items of which the first is an image of 7 bytes. */
const dragImage = (...ids: string[]) =>
  startDragging({ dataTransfer: makeTransfer() }, { media: 'm', bytes: 7 }, ids)

beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  onBoard.clear()
  toasts.length = 0
})

test('a file from elsewhere does not add the items of an earlier drag', async () => {
  dragImage('fox')
  const other = makeTransfer({ size: 8 })
  expect(isDraggingItems(other)).toBe(true)
  dropOnBoard(board, other)
  expect(toasts).toEqual([{ message: 'Only Library items can be added to a board' }])
  dragImage('fox')
  dropOnBoard(board, makeTransfer({ size: 7 }, { size: 7 }))
  dragImage('fox')
  expect(isDraggingItems(makeTransfer())).toBe(false)
  // The drag has ended.
  page.dispatchEvent(new Event('pointerdown'))
  expect(isDraggingItems(makeTransfer({ size: 7 }))).toBe(false)
  expect([...onBoard]).toEqual([])
})

test('a chat is dragged within the page, until the drag ends', async () => {
  const dataTransfer = makeTransfer()
  startDragging({ dataTransfer }, { media: null, bytes: null }, ['chat'])
  expect([isDraggingItems(dataTransfer), isDraggingItems(makeTransfer({ size: 1 }))]).toEqual([true, false])
  dropOnBoard(board, dataTransfer)
  await vi.waitFor(() => expect([...onBoard]).toEqual(['chat']))
  startDragging({ dataTransfer }, { media: null, bytes: null }, ['chat'])
  page.dispatchEvent(new Event('dragend'))
  expect(isDraggingItems(dataTransfer)).toBe(false)
})

test('Undo removes only the items that a drop added', async () => {
  onBoard.add('fox')
  dragImage('fox', 'bear')
  dropOnBoard(board, makeTransfer({ size: 7 }))
  await vi.waitFor(() => expect(toasts).toHaveLength(1))
  expect([...onBoard]).toEqual(['fox', 'bear'])
  expect(toasts[0]?.message).toBe('1 item added to “Animals”')
  await toasts[0]?.undo?.()
  expect([...onBoard]).toEqual(['fox'])
})

test('Undo adds only the items that were removed', async () => {
  onBoard.add('fox')
  await removeFromBoard('b', ['fox', 'bear'])
  expect(toasts[0]?.message).toBe('1 item removed from the board')
  await toasts[0]?.undo?.()
  expect([...onBoard]).toEqual(['fox'])
})
