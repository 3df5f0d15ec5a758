// Unsaved texts of the editors of functions and schemas. They survive a restart.
import { z } from 'zod'
import { functionModes } from '#shared/schemas/chat-parameters'
import { createPersistedDrafts, type PersistedDrafts } from '../../../state/persisted-drafts'

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

const storageKey = 'editor-drafts'

const persisted: PersistedDrafts<EditorDrafts> = createPersistedDrafts<EditorDrafts, EditorDrafts>({
  initial: readSaved(),
  listChanges: (_, { functions, schemas }) => [[storageKey, { functions, schemas }]],
  // Rejects when localStorage is full: what is typed then stays for as long as the window does.
  save: async (key, drafts) => localStorage.setItem(key, JSON.stringify(drafts)),
})
void persisted.open()
export const useEditorDrafts: (typeof persisted)['useStore'] = persisted.useStore

/** Undefined deletes the draft. */
export function writeFunctionsDraft(scope: string, draft: FunctionsDraft | undefined) {
  useEditorDrafts.setState(({ functions }) => ({ functions: withDraft(functions, scope, draft) }))
}

export function writeSchemaDraft(scope: string, draft: SchemaDraft | undefined) {
  useEditorDrafts.setState(({ schemas }) => ({ schemas: withDraft(schemas, scope, draft) }))
}

function withDraft<Draft>(drafts: Record<string, Draft>, scope: string, draft: Draft | undefined) {
  const { [scope]: _, ...others } = drafts
  return draft === undefined ? others : { ...others, [scope]: draft }
}

function readSaved(): EditorDrafts {
  try {
    const saved = EditorDrafts.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? ''))
    if (saved.success) return saved.data
  } catch {
    // Nothing was saved, or nothing that can be read.
  }
  return { functions: {}, schemas: {} }
}
