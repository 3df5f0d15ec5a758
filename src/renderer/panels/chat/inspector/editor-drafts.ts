// What was written in the editors of functions and schemas and not saved. It survives a restart.
import { z } from 'zod'
import { create } from 'zustand'
import { functionModes } from '#shared/schemas/chat-parameters'

const FunctionsDraft = z.object({
  text: z.string(),
  mode: z.enum(functionModes),
  /** By the function's name, as typed. */
  mocks: z.record(z.string(), z.string()),
  answerWithMocks: z.boolean(),
})
export type FunctionsDraft = z.infer<typeof FunctionsDraft>

const SchemaDraft = z.object({
  text: z.string(),
  sentAs: z.enum(['responseSchema', 'responseJsonSchema']),
  /** The value that a schema is inferred from. */
  example: z.string(),
})
export type SchemaDraft = z.infer<typeof SchemaDraft>

const EditorDrafts = z.object({
  functions: z.record(z.string(), FunctionsDraft),
  schemas: z.record(z.string(), SchemaDraft),
})
/** By conversation and column. */
type EditorDrafts = z.infer<typeof EditorDrafts>

const place = 'editor-drafts'
const delay = 300

export const useEditorDrafts = create<EditorDrafts>()(readKept)

/** Undefined forgets it. */
export function writeFunctionsDraft(scope: string, draft: FunctionsDraft | undefined) {
  useEditorDrafts.setState(({ functions }) => ({ functions: putDraft(functions, scope, draft) }))
}

export function writeSchemaDraft(scope: string, draft: SchemaDraft | undefined) {
  useEditorDrafts.setState(({ schemas }) => ({ schemas: putDraft(schemas, scope, draft) }))
}

function putDraft<Draft>(drafts: Record<string, Draft>, scope: string, draft: Draft | undefined) {
  const { [scope]: _, ...others } = drafts
  return draft === undefined ? others : { ...others, [scope]: draft }
}

function readKept(): EditorDrafts {
  try {
    const kept = EditorDrafts.safeParse(JSON.parse(localStorage.getItem(place) ?? ''))
    if (kept.success) return kept.data
  } catch {
    // Nothing is kept, or nothing that can be read.
  }
  return { functions: {}, schemas: {} }
}

let timer: ReturnType<typeof setTimeout> | undefined

function keep() {
  clearTimeout(timer)
  timer = undefined
  try {
    localStorage.setItem(place, JSON.stringify(useEditorDrafts.getState()))
  } catch (error) {
    // There is no more room: what is written stays for as long as the window does.
    console.error(error)
  }
}

useEditorDrafts.subscribe(() => {
  timer ??= setTimeout(keep, delay)
})
window.addEventListener('pagehide', () => {
  if (timer !== undefined) keep()
})
