// The newest action that can be undone, by panel and by dialog.
import { toast } from 'sonner'
import { beforeEach, expect, test, vi } from 'vitest'
import { useNavigation } from './navigation'
import { addUndo, toastUndo, unchanged, undoNewest } from './undo'

let dialogs: object[] = []
const undone: string[] = []
const act = (name: string, options?: Parameters<typeof toastUndo>[2]) =>
  toastUndo(name, () => undone.push(name), options)
/** What each press of Ctrl+Z undoes. */
function press(times: number): string[] {
  undone.length = 0
  for (let count = 0; count < times; count += 1) undoNewest()
  return [...undone]
}

beforeEach(() => {
  dialogs = []
  useNavigation.setState({ panel: 'library' })
  vi.stubGlobal('document', { querySelectorAll: () => dialogs })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
  press(20)
})

test('undoes the newest action of the panel first, whichever toast covers it, and each once', () => {
  act('first')
  act('second')
  useNavigation.setState({ panel: 'chat' })
  act('elsewhere')
  useNavigation.setState({ panel: 'library' })
  addUndo('third', () => undone.push('third'))
  expect(press(4)).toEqual(['third', 'second', 'first'])
  useNavigation.setState({ panel: 'chat' })
  expect(press(2)).toEqual(['elsewhere'])
})

test('in a dialog, undoes only what was done there', () => {
  act('behind')
  const dialog = {}
  dialogs = [dialog]
  act('inside')
  expect(press(2)).toEqual(['inside'])
  act('inside again')
  dialogs = []
  expect(press(2)).toEqual(['inside again', 'behind'])
})

test('an undo that is no longer possible gives way to the one before it', () => {
  let draft = 'restored'
  act('deleted')
  act('draft replaced', { isPossible: unchanged(() => draft) })
  draft = 'typed since'
  expect(press(1)).toEqual(['deleted'])
})

test('the button of the toast and the keys undo an action only once; a failure is told', async () => {
  const toasts = () => toast.getHistory().map((each) => ('title' in each ? each : undefined))
  act('clicked')
  const action = toasts().find((each) => each?.title === 'clicked')?.action
  if (action && typeof action === 'object' && 'onClick' in action) action.onClick({} as never)
  expect(press(1)).toEqual([])
  toastUndo('gone', () => Promise.reject(new Error('The items were deleted permanently.')))
  undoNewest()
  await vi.waitFor(() =>
    expect(toasts().map((each) => each?.title)).toContain(
      'Couldn’t undo: The items were deleted permanently.',
    ),
  )
  expect(toasts().map((each) => each?.title)).not.toContain('Undone: gone')
})
