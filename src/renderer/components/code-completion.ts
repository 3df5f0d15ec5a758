// Completions at the cursor in a JSON text.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { getLocation } from 'jsonc-parser'

export interface JsonCursor {
  /** The path of the key or value at the cursor: `['properties', 'city', 'type']`. */
  readonly path: readonly (string | number)[]
  readonly isKey: boolean
  /** The whole text. */
  readonly text: string
}

export interface CodeCompletion {
  readonly label: string
  /** JSON: the value after a key's colon, or the value itself if it is not a string. */
  readonly json?: string
  readonly description?: string
}

export type Complete = (cursor: JsonCursor) => readonly CodeCompletion[]

export function completeJson(complete: Complete): Extension {
  return autocompletion({
    override: [(context) => findCompletions(context, complete)],
    icons: false,
    aboveCursor: false,
  })
}

function findCompletions(context: CompletionContext, complete: Complete): CompletionResult | null {
  const typed = context.matchBefore(/"?[\w$-]*/)
  if (!context.explicit && (!typed || typed.from === typed.to)) return null
  const text = context.state.doc.toString()
  const { path, isAtPropertyKey: isKey } = getLocation(text, context.pos)
  const options = complete({ path, isKey, text }).map((each) => toOption(each, isKey))
  if (options.length === 0) return null
  const opened = typed?.text.startsWith('"') ? 1 : 0
  return { from: (typed?.from ?? context.pos) + opened, options, validFor: /^[\w$-]*$/ }
}

function toOption(completion: CodeCompletion, isKey: boolean): Completion {
  const { label, description } = completion
  const apply = (view: EditorView, ...[, from, to]: [Completion, number, number]) => {
    const { cursor, ...changes } = writeCompletion(view.state.doc.toString(), { from, to, isKey, completion })
    view.dispatch({ changes, selection: { anchor: cursor }, userEvent: 'input.complete' })
  }
  return { label, ...(description ? { detail: description } : {}), apply }
}

interface CompletionInput {
  /** The range typed so far, without quotation marks. */
  readonly from: number
  readonly to: number
  readonly isKey: boolean
  readonly completion: CodeCompletion
}

/** The change that inserts it, replacing existing quotation marks, and the cursor's position after it. */
export function writeCompletion(
  text: string,
  { from, to, isKey, completion: { label, json } }: CompletionInput,
) {
  const start = text[from - 1] === '"' ? from - 1 : from
  const end = text[to] === '"' ? to + 1 : to
  const quoted = JSON.stringify(label)
  // A key that already has a value is only renamed.
  const writesValue = isKey && json !== undefined && !/^\s*:/.test(text.slice(end))
  const written = isKey ? quoted : (json ?? quoted)
  const insert = writesValue ? `${quoted}: ${json}` : written
  // Inside the brackets or quotation marks of an empty value.
  const inside = writesValue && /^(\{\}|\[\]|"")$/.test(json) ? 1 : 0
  return { from: start, to: end, insert, cursor: start + insert.length - inside }
}
