// CodeMirror with the keys, the lint marks, the completion and the theme that every editor here has.
import {
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionStatus,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, forceLinting, linter } from '@codemirror/lint'
import { Annotation, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers, placeholder, tooltips } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Complete, completeJson } from './code-completion'
import { findJsonError } from './json-error'

/** Offsets in the text, in UTF-16 units. */
export interface CodeProblem {
  readonly from: number
  readonly to: number
  readonly message: string
  /** A warning does not make the text invalid. */
  readonly severity?: 'error' | 'warning'
}

export interface Editor {
  /** Shows external changes; the cursor keeps its position. */
  show(text: string, problems: readonly CodeProblem[]): void
  /** Moves the cursor there, scrolls to it and takes the focus. */
  goTo(at: number): void
  destroy(): void
}

interface EditorOptions {
  readonly label: string
  readonly text: string
  readonly language: 'json' | 'text'
  readonly readOnly: boolean
  readonly placeholder?: string | undefined
  readonly onChange: (text: string) => void
  readonly complete?: Complete | undefined
  /** Transforms pasted text; `whole` means that it replaces everything. */
  readonly readPaste: (text: string, whole: boolean) => string
}

/** An external change does not call `onChange`. */
const fromOutside = Annotation.define<boolean>()

export function openEditor(parent: HTMLElement, options: EditorOptions): Editor {
  let problems: readonly CodeProblem[] = []
  const findProblems = ({ state: { doc } }: EditorView) => {
    // An empty editor is not invalid yet.
    const mistake = options.language === 'json' && doc.length > 0 ? findJsonError(doc.toString()) : null
    return [...(mistake ? [mistake] : []), ...problems].map((problem) => toDiagnostic(problem, doc.length))
  }
  const extensions = [...toExtensions(options, parent), linter(findProblems, { delay: 250 })]
  const view = new EditorView({ parent, state: EditorState.create({ doc: options.text, extensions }) })
  const handleKey = (event: KeyboardEvent) => closeCompletionFirst(event, view)
  // Runs before the surrounding dialog's listener on the document.
  window.addEventListener('keydown', handleKey, true)
  return {
    show(text, found) {
      const { doc } = view.state
      if (doc.toString() !== text) {
        const changes = { from: 0, to: doc.length, insert: text }
        view.dispatch({ changes, annotations: fromOutside.of(true) })
      }
      if (found === problems) return
      problems = found
      forceLinting(view)
    },
    goTo(at) {
      const anchor = Math.min(at, view.state.doc.length)
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
      view.focus()
    },
    destroy() {
      window.removeEventListener('keydown', handleKey, true)
      view.destroy()
    },
  }
}

/** Escape closes only the completion if it is open. */
function closeCompletionFirst(event: KeyboardEvent, view: EditorView) {
  if (event.key !== 'Escape' || !view.hasFocus || completionStatus(view.state) === null) return
  closeCompletion(view)
  event.preventDefault()
  event.stopPropagation()
}

function toExtensions(options: EditorOptions, container: HTMLElement): Extension[] {
  const { label, language, readOnly, onChange, complete, readPaste } = options
  return [
    codeTheme,
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorState.readOnly.of(readOnly),
    EditorView.clipboardInputFilter.of((text, { selection, doc }) =>
      readPaste(text, selection.main.to - selection.main.from === doc.length),
    ),
    // Outside the editor's frame, which would clip them, but inside the dialog that traps the focus, or the landmark.
    tooltips({ parent: container.closest<HTMLElement>('[role="dialog"], main') ?? document.body }),
    keymap.of([...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap]),
    EditorView.updateListener.of((update) => {
      const outside = update.transactions.some((transaction) => transaction.annotation(fromOutside))
      if (update.docChanged && !outside) onChange(update.state.doc.toString())
    }),
    ...(options.placeholder ? [placeholder(options.placeholder)] : []),
    ...(language === 'json' ? [json(), lineNumbers()] : []),
    ...(complete && !readOnly ? [completeJson(complete)] : []),
  ]
}

function toDiagnostic({ from, to, message, severity = 'error' }: CodeProblem, length: number): Diagnostic {
  return { from: Math.min(from, length), to: Math.min(Math.max(from, to), length), message, severity }
}

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', fontSize: 'var(--text-sm)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    fontVariantLigatures: 'none',
    lineHeight: 'calc(18px * var(--line-growth))',
    minHeight: 'calc(var(--min-rows) * 18px * var(--line-growth) + 12px)',
    maxHeight: 'calc(var(--max-rows) * 18px * var(--line-growth) + 12px)',
    overflow: 'auto',
  },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--faint)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 6px 0 8px', minWidth: '24px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 24%, transparent) !important',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--hover)' },
})

/** The default marks are images; these use the color tokens. */
const marks = EditorView.theme({
  '.cm-lintRange-error, .cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy 1px var(--danger)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '4px',
  },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warn)' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--danger)' },
  '.cm-diagnostic': { borderLeft: 'none', padding: '4px 8px', fontFamily: 'var(--font-sans)' },
})

const floating = EditorView.theme({
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: '0 8px 24px -6px var(--shade)',
    zIndex: '60',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-sm)',
    padding: '4px',
    maxHeight: '180px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '12px',
    padding: '2px 6px',
    borderRadius: '4px',
    lineHeight: 'calc(18px * var(--line-growth))',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--hover)',
    color: 'var(--ink)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    color: 'var(--faint)',
    fontFamily: 'var(--font-sans)',
    fontStyle: 'normal',
  },
})

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.invalid, color: 'var(--danger)' },
])

const codeTheme: Extension = [theme, marks, floating, syntaxHighlighting(colors)]
