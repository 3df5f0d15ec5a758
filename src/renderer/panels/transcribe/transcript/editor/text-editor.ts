// CodeMirror for long prose: fast with a megabyte of text, with undo and redo and with marked matches.
import { defaultKeymap, history, historyKeymap, redo, redoDepth, undo, undoDepth } from '@codemirror/commands'
import {
  Compartment,
  EditorState,
  type Extension,
  StateEffect,
  StateField,
  Transaction,
} from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
  placeholder,
} from '@codemirror/view'
import type { Cut } from '#shared/schemas/transcription-job'
import { type FindQuery, type Match, markMatches, replaceInText } from './text-search'

interface ReplaceUndo {
  readonly run: () => void
  readonly isPossible: () => boolean
}

export interface TextEditor {
  /** The lines joined by `\n`. */
  read(): string
  /** Replaces only what differs, so that the cursor stays. Part of the undo history unless `canUndo` is false. */
  show(text: string, canUndo?: boolean): void
  setReadOnly(readOnly: boolean): void
  /** Empty at the cursor if nothing is selected. */
  readonly selection: Match
  /** The selected text, up to the end of its line. */
  readSelected(): string
  /** Selects it and scrolls it into view. */
  select(match: Match): void
  /** Marks the matches of a query, and the selected match; null removes the marks. */
  mark(query: FindQuery | null, current?: Match): void
  /** Marks the sentence that is being played, and scrolls to it unless the user has scrolled away; null removes the mark. */
  follow(offset: number | null): void
  /** As one change. It can be undone as long as nothing else was changed. */
  replace(matches: readonly Match[], text: string): ReplaceUndo
  undo(): void
  redo(): void
  focus(): void
  destroy(): void
}

export interface TextState {
  readonly length: number
  readonly canUndo: boolean
  readonly canRedo: boolean
}

interface TextEditorOptions {
  readonly label: string
  readonly text: string
  readonly readOnly: boolean
  readonly placeholder: string
  /** An edit by the user, also undo and replace; not a call of `show`. */
  readonly onEdit: () => void
  /** After every change. */
  readonly onChange: (state: TextState) => void
  /** By Ctrl+click (⌘+click) in the text, or by Ctrl+Enter at the cursor. */
  readonly onPointed: (offset: number) => void
}

export function openTextEditor(parent: HTMLElement, options: TextEditorOptions): TextEditor {
  const readOnly = new Compartment()
  const marks = new Compartment()
  let isShowing = false
  const listen = EditorView.updateListener.of(({ docChanged, state }) => {
    if (!docChanged) return
    if (!isShowing) options.onEdit()
    options.onChange(readTextState(state))
  })
  const extensions = [
    ...toExtensions(options),
    readOnly.of(EditorState.readOnly.of(options.readOnly)),
    marks.of([]),
    listen,
  ]
  const view = new EditorView({ parent, state: EditorState.create({ doc: options.text, extensions }) })
  options.onChange(readTextState(view.state))
  return {
    read: () => view.state.doc.toString(),
    show(text, canUndo = true) {
      const change = findChange(view.state.doc.toString(), text.replace(/\r\n?/g, '\n'))
      if (!change) return
      isShowing = true
      view.dispatch({ changes: change, annotations: Transaction.addToHistory.of(canUndo) })
      isShowing = false
    },
    setReadOnly: (isReadOnly) =>
      view.dispatch({ effects: readOnly.reconfigure(EditorState.readOnly.of(isReadOnly)) }),
    get selection() {
      return view.state.selection.main
    },
    readSelected() {
      const { from, to } = view.state.selection.main
      return to - from > 200 ? '' : view.state.sliceDoc(from, to).replace(/\n.*/s, '')
    },
    select({ from, to }) {
      const effects = EditorView.scrollIntoView(from, { y: 'center' })
      view.dispatch({ selection: { anchor: from, head: to }, effects })
    },
    mark: (query, current) => view.dispatch({ effects: marks.reconfigure(markMatches(query, current)) }),
    follow: (offset) => followPlayback(view, offset === null ? null : findPlayed(view, offset)),
    replace: (matches, text) => replaceMatches(view, matches, text),
    undo: () => void undo(view),
    redo: () => void redo(view),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}

function toExtensions({ label, placeholder: hint, onPointed }: TextEditorOptions): Extension[] {
  return [
    textTheme,
    history(),
    drawSelection(),
    playedMark,
    placeholder(hint),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'true', dir: 'auto' }),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false
        const offset = view.posAtCoords({ x: event.clientX, y: event.clientY })
        if (offset !== null) onPointed(offset)
        return offset !== null
      },
    }),
    keymap.of([
      {
        key: 'Mod-Enter',
        run({ state }) {
          onPointed(state.selection.main.from)
          return true
        },
      },
      ...historyKeymap,
      ...defaultKeymap,
    ]),
  ]
}

function readTextState(state: EditorState): TextState {
  return { length: state.doc.length, canUndo: undoDepth(state) > 0, canRedo: redoDepth(state) > 0 }
}

/** As one change: thousands of changes within one long line would each copy the whole line. */
function replaceMatches(view: EditorView, matches: readonly Match[], text: string): ReplaceUndo {
  const [first, last] = [matches[0], matches.at(-1)]
  if (!first || !last) return { isPossible: () => false, run: () => undefined }
  const { doc, selection } = view.state
  const insert = replaceInText(doc.sliceString(first.from, last.to), matches, text)
  const anchor = Math.min(selection.main.from, doc.length - (last.to - first.from) + insert.length)
  view.dispatch({
    changes: { from: first.from, to: last.to, insert },
    selection: { anchor },
    userEvent: 'input.replace',
  })
  const { doc: replaced } = view.state
  const isPossible = () => view.state.doc === replaced
  return { isPossible, run: () => void (isPossible() && undo(view)) }
}

const setPlayed = StateEffect.define<Match | null>()
const playedDecoration = Decoration.mark({ class: 'cm-played' })

const playedMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects }) {
    const effect = effects.find((each) => each.is(setPlayed))
    if (!effect) return marks.map(changes)
    const { value } = effect
    return value && value.to > value.from
      ? Decoration.set(playedDecoration.range(value.from, value.to))
      : Decoration.none
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Characters on each side of an offset that a sentence is searched in. */
const maxSentence = 400

function findPlayed({ state }: EditorView, offset: number): Match {
  const start = Math.max(0, offset - maxSentence)
  const { from, to } = findSentence(state.sliceDoc(start, offset + maxSentence), offset - start)
  return { from: start + from, to: start + to }
}

function followPlayback(view: EditorView, played: Match | null) {
  const before = view.state.field(playedMark).iter()
  const isSame = played ? before.value !== null && before.from === played.from : before.value === null
  if (isSame) return
  const { top, bottom } = view.scrollDOM.getBoundingClientRect()
  const line = before.value ? view.coordsAtPos(before.from) : null
  const wasInView = before.value === null || (line !== null && line.bottom > top && line.top < bottom)
  const scroll =
    played && wasInView ? [EditorView.scrollIntoView(played.from, { y: 'nearest', yMargin: 72 })] : []
  view.dispatch({ effects: [setPlayed.of(played), ...scroll] })
}

const textTheme = EditorView.theme({
  '&': {
    color: 'var(--ink)',
    fontSize: 'var(--text-reading)',
    height: '100%',
    backgroundColor: 'transparent',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-sans)',
    lineHeight: 'var(--text-reading--line-height)',
    overflow: 'auto',
  },
  '.cm-content': {
    padding: '16px max(24px, calc(50% - 400px)) 48px',
    caretColor: 'var(--ink)',
    maxWidth: '100%',
  },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 24%, transparent) !important',
  },
  '.cm-played': { backgroundColor: 'var(--accent-wash)', borderRadius: '2px' },
  '.cm-found': {
    backgroundColor: 'var(--warn-wash)',
    borderRadius: '2px',
    boxShadow: '0 0 0 1px var(--warn)',
  },
  '.cm-found-current': {
    backgroundColor: 'var(--accent-wash)',
    boxShadow: '0 0 0 2px var(--accent)',
  },
})

interface Change {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** The shortest change that turns one text into another; undefined if they are the same. */
export function findChange(before: string, after: string): Change | undefined {
  if (before === after) return undefined
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head += 1
  let tail = 0
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) }
}

interface TimedText {
  /** In the order of the text. */
  readonly cuts: readonly Cut[]
  /** In UTF-16 units. */
  readonly length: number
}

/** Milliseconds; undefined if nothing is known about the times. */
export function toTime(text: TimedText, offset: number): number | undefined {
  return interpolate(listSpans(text), offset, ['text', 'time'])
}

/** An offset in the text; undefined if nothing is known about the times. */
export function toTextOffset(text: TimedText, time: number): number | undefined {
  const offset = interpolate(listSpans(text), time, ['time', 'text'])
  return offset === undefined ? undefined : Math.round(offset)
}

/** The sentence at the offset, or the line without one. */
export function findSentence(text: string, offset: number): { readonly from: number; readonly to: number } {
  const start = /[\s\S]*(?:[.!?…][”’")\]]*\s|[。！？]|\n)/.exec(text.slice(0, offset))?.[0].length ?? 0
  const end = /[.!?…][”’")\]]*(?=\s)|[。！？]|\n/.exec(text.slice(offset))
  const to = end ? offset + end.index + end[0].trimEnd().length : text.length
  const from = start + text.slice(start, to).search(/\S|$/)
  return { from, to: Math.max(from, to) }
}

type Axis = 'text' | 'time'
type Span = Readonly<Record<Axis, readonly [from: number, to: number]>>

/** The last one first: if pieces overlap, the later one has priority. */
function listSpans({ cuts, length }: TimedText): Span[] {
  return cuts
    .map(({ at, from, to }, index): Span => ({ text: [at, cuts[index + 1]?.at ?? length], time: [from, to] }))
    .reverse()
}

function interpolate(spans: readonly Span[], value: number, [source, target]: readonly [Axis, Axis]) {
  const span = spans.find((each) => each[source][0] <= value) ?? spans.at(-1)
  if (!span) return undefined
  const [[from, to], [start, end]] = [span[source], span[target]]
  const share = to > from ? Math.max(0, Math.min(1, (value - from) / (to - from))) : 0
  return start + share * Math.max(0, end - start)
}
