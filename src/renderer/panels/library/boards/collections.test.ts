// Items added to a board and removed from it, with Undo.
import { beforeEach, expect, test, vi } from 'vitest'
import type { LibraryCollection } from '#shared/schemas/library'
import { dropOnBoard, removeFromBoard, startDragging } from './collections'

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
  toastUndo: (message: string, undo: () => unknown) => toasts.push({ message, undo }),
}))
vi.mock('sonner', () => ({ toast: (message: string) => toasts.push({ message }) }))

const board: LibraryCollection = { id: 'b', kind: 'board', name: 'Animals', filters: null }

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {})
  onBoard.clear()
  toasts.length = 0
})

test('Undo removes only the items that a drop added', async () => {
  onBoard.add('fox')
  startDragging(['fox', 'bear'])
  dropOnBoard(board)
  await vi.waitFor(() => expect(toasts).toHaveLength(1))
  expect([...onBoard]).toEqual(['fox', 'bear'])
  expect(toasts[0]?.message).toBe('1 item added to “Animals”')
  await toasts[0]?.undo?.()
  expect([...onBoard]).toEqual(['fox'])
})

test('a drop of items that are on the board says so, without Undo', async () => {
  onBoard.add('fox')
  startDragging(['fox'])
  dropOnBoard(board)
  await vi.waitFor(() => expect(toasts).toEqual([{ message: 'Already on “Animals”' }]))
})

test('Undo adds only the items that were removed', async () => {
  onBoard.add('fox')
  await removeFromBoard('b', ['fox', 'bear'])
  expect(toasts[0]?.message).toBe('1 item removed from the board')
  await toasts[0]?.undo?.()
  expect([...onBoard]).toEqual(['fox'])
})
