// The image being edited, while the copy of one is being added to the next step.
import { beforeEach, expect, test } from 'vitest'
import { makeTurn } from '../../../state/turn.fixture'
import {
  clearStrokes,
  closeEditor,
  dismissEditor,
  type EditedPicture,
  extendStroke,
  finishEditor,
  openEditor,
  startStroke,
  undoStroke,
  useEditor,
  withCopy,
} from './editor-state'

const toPicture = (media: string): EditedPicture => ({ media, title: media, turn: makeTurn({ parts: [] }) })
const paint = () =>
  useEditor.setState(({ strokes }) => ({
    strokes: [...strokes, { isEraser: false, size: 8, points: [{ x: 1, y: 1 }] }],
  }))

let finish: () => void
let added: Promise<void>

/** Marks an image, and adds it until `finish` is called. */
function startAdding(picture: EditedPicture) {
  openEditor(picture, 'mark')
  paint()
  added = withCopy(picture, async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    finishEditor(picture)
  })
}

beforeEach(() => {
  closeEditor()
  useEditor.setState({ picture: null, strokes: [], busy: null })
})

test('a stroke that is undone or cleared while it is painted ends there', () => {
  const at = (x: number) => ({ x, y: x })
  const draw = (x: number) => startStroke({ isEraser: false, size: 8, points: [at(x)] })
  const read = () => useEditor.getState().strokes.map(({ points }) => points.map(({ x }) => x))
  draw(1)
  draw(5)
  extendStroke(at(6))
  undoStroke()
  extendStroke(at(7))
  expect(read()).toEqual([[1]])
  draw(8)
  extendStroke(at(9))
  expect(read()).toEqual([[1], [8, 9]])
  clearStrokes()
  extendStroke(at(10))
  expect(read()).toEqual([])
})

test('adding a copy of one image leaves another one open, with its strokes', async () => {
  startAdding(toPicture('a'))
  // Opening another panel closes it in any case.
  closeEditor()
  const other = toPicture('b')
  openEditor(other, 'mark')
  paint()
  finish()
  await added
  expect(useEditor.getState()).toMatchObject({ isOpen: true, picture: other, strokes: [{}], busy: null })
})

test('strokes painted after the same image was opened again stay', async () => {
  startAdding(toPicture('a'))
  closeEditor()
  openEditor(toPicture('a'), 'mark')
  paint()
  finish()
  await added
  expect(useEditor.getState()).toMatchObject({ isOpen: true, strokes: [{}, {}] })
})

test('the user cannot close it while a copy is being added; once it is added, it is closed and empty', async () => {
  startAdding(toPicture('a'))
  dismissEditor()
  expect(useEditor.getState().isOpen).toBe(true)
  finish()
  await added
  expect(useEditor.getState()).toMatchObject({ isOpen: false, picture: null, strokes: [], busy: null })
})

test('after a failure it can be closed, and keeps the strokes', async () => {
  const picture = toPicture('a')
  openEditor(picture, 'mark')
  paint()
  await expect(withCopy(picture, () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
  dismissEditor()
  expect(useEditor.getState()).toMatchObject({ isOpen: false, picture, strokes: [{}] })
})
