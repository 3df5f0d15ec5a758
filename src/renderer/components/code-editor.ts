// CodeMirror, set up once: the keys, the marks and the help that every editor here has.
import {
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionStatus,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { type Diagnostic, forceLinting, linter } from '@codemirror/lint'
import { Annotation, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers, placeholder, tooltips } from '@codemirror/view'
import { type Complete, completeJson } from './code-completion'
import { codeLook } from './code-look'
import { findJsonMistake } from './json-mistake'

/** Offsets in the text, in UTF-16 units. */
export interface CodeProblem {
  readonly from: number
  readonly to: number
  readonly message: string
  /** A warning does not make the text wrong. */
  readonly severity?: 'error' | 'warning'
}

export interface Editor {
  /** Sets what has changed outside; the place of the cursor stays. */
  show(text: string, problems: readonly CodeProblem[]): void
  /** Puts the cursor there, in sight and with the focus. */
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
  /** What a pasted text becomes; `whole` says that nothing else will stand beside it. */
  readonly readPaste: (text: string, whole: boolean) => string
}

/** A change that came from outside is not told back. */
const fromOutside = Annotation.define<boolean>()

export function openEditor(parent: HTMLElement, options: EditorOptions): Editor {
  let problems: readonly CodeProblem[] = []
  const findProblems = ({ state: { doc } }: EditorView) => {
    // An empty editor is not wrong yet.
    const mistake = options.language === 'json' && doc.length > 0 ? findJsonMistake(doc.toString()) : null
    return [...(mistake ? [mistake] : []), ...problems].map((problem) => toDiagnostic(problem, doc.length))
  }
  const extensions = [...toExtensions(options, parent), linter(findProblems, { delay: 250 })]
  const view = new EditorView({ parent, state: EditorState.create({ doc: options.text, extensions }) })
  const press = (event: KeyboardEvent) => closeHelpFirst(event, view)
  // Before the dialog around it, which listens for Escape at the document.
  window.addEventListener('keydown', press, true)
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
      window.removeEventListener('keydown', press, true)
      view.destroy()
    },
  }
}

/** Escape closes the help, and nothing else, where it is open. */
function closeHelpFirst(event: KeyboardEvent, view: EditorView) {
  if (event.key !== 'Escape' || !view.hasFocus || completionStatus(view.state) === null) return
  closeCompletion(view)
  event.preventDefault()
  event.stopPropagation()
}

function toExtensions(options: EditorOptions, place: HTMLElement): Extension[] {
  const { label, language, readOnly, onChange, complete, readPaste } = options
  return [
    codeLook,
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
    // Outside the editor's own frame, which would cut them off, yet inside the dialog that holds the focus.
    tooltips({ parent: place.closest<HTMLElement>('[role="dialog"]') ?? document.body }),
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
