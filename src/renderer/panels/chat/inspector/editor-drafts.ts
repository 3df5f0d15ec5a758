// Unsaved texts of the function and schema editors. They survive a restart.
import { z } from 'zod'
import { functionModes } from '#shared/schemas/parameter-values'
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
  // Rejects if localStorage is full: then the draft lasts only as long as the window.
  save: async (key, drafts) => localStorage.setItem(key, JSON.stringify(drafts)),
  share: { name: storageKey, apply: (state, _, drafts) => drafts ?? state },
})
void persisted.open()
export const useEditorDrafts: (typeof persisted)['useStore'] = persisted.useStore

interface DraftTypes {
  readonly functions: FunctionsDraft
  readonly schemas: SchemaDraft
}

export interface EditorDraft<Draft> {
  /** The typed draft, or the saved value if they are equal. */
  readonly draft: Draft
  readonly isDirty: boolean
  change(part: Partial<Draft>): void
  /** Undefined deletes the draft. */
  write(draft: Draft | undefined): void
}

export function useEditorDraft<Editor extends keyof DraftTypes>(
  editor: Editor,
  scope: string,
  saved: DraftTypes[Editor],
): EditorDraft<DraftTypes[Editor]> {
  // The store's records contain drafts of their own editor.
  const typed = useEditorDrafts((state) => state[editor][scope]) as DraftTypes[Editor] | undefined
  const draft = typed ?? saved
  const write = (next: DraftTypes[Editor] | undefined) =>
    useEditorDrafts.setState((state) => {
      const { [scope]: _, ...others } = state[editor]
      return { [editor]: next === undefined ? others : { ...others, [scope]: next } }
    })
  const change = (part: Partial<DraftTypes[Editor]>) => {
    const next = { ...draft, ...part }
    write(JSON.stringify(next) === JSON.stringify(saved) ? undefined : next)
  }
  return { draft, isDirty: typed !== undefined, change, write }
}

function readSaved(): EditorDrafts {
  try {
    const saved = EditorDrafts.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? ''))
    if (saved.success) return saved.data
  } catch {
    // Nothing was saved, or nothing that can be parsed.
  }
  return { functions: {}, schemas: {} }
}
