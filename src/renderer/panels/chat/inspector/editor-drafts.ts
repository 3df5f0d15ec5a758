// Unsaved texts of the function and schema editors. They survive a restart.
import { z } from 'zod'
import { functionModes } from '#shared/schemas/fixed-values'
import { createForm } from '../../../state/draft-store'

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
export const editorDrafts = createForm(
  'editors',
  (saved) => EditorDrafts.safeParse(saved).data ?? { functions: {}, schemas: {} },
)

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
  // The records contain drafts of their own editor.
  const typed = editorDrafts.useForm((drafts) => drafts[editor][scope]) as DraftTypes[Editor] | undefined
  const draft = typed ?? saved
  const write = (next: DraftTypes[Editor] | undefined) => {
    const { [scope]: _, ...others } = editorDrafts.read()[editor]
    editorDrafts.change({ [editor]: next === undefined ? others : { ...others, [scope]: next } })
  }
  const change = (part: Partial<DraftTypes[Editor]>) => {
    const next = { ...draft, ...part }
    write(JSON.stringify(next) === JSON.stringify(saved) ? undefined : next)
  }
  return { draft, isDirty: typed !== undefined, change, write }
}
