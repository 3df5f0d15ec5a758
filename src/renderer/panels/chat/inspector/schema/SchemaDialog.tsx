// The dialog that edits the schema of structured output: from scratch, from a template or from an example.
import type { StructuredSettings } from '#shared/schemas/chat-parameters'
import { desktop } from '../../../../api/desktop'
import { useAsyncCheck } from '../../../../json-editor/CheckedEditor'
import { toastUndo, unchanged } from '../../../../state/undo'
import { describeErrors, EditorDialog } from '../EditorDialog'
import { editorDrafts, type SchemaDraft, useEditorDraft } from '../editor-drafts'
import { checkSchemaText } from './check-schema'
import { SchemaPane, SchemaPreview } from './SchemaPane'

interface SchemaDialogProps {
  readonly scope: string
  readonly settings: StructuredSettings | undefined
  readonly onSave: (settings: StructuredSettings) => void
  readonly onClose: () => void
}

const check = (draft: SchemaDraft) => checkSchemaText(draft, (schema) => desktop.schemas.check({ schema }))

export function SchemaDialog({ scope, settings, onSave, onClose }: SchemaDialogProps) {
  const editor = useEditorDraft('schemas', scope, toSchemaDraft(settings))
  const { draft, change, write } = editor
  const replaceText = (text: string) => {
    change({ text })
    if (draft.text.trim() !== '')
      toastUndo('Schema replaced', () => write(draft), { isPossible: unchanged(editorDrafts.read) })
  }
  const checked = useAsyncCheck(['schema', draft.sentAs, draft.text], () => check(draft))
  const save = async () => {
    const { schema } = await check(draft)
    if (schema) onSave({ on: settings?.on ?? true, schema, sentAs: draft.sentAs })
    return schema !== null
  }
  return (
    <EditorDialog
      title="Response schema"
      panesLabel="Schema views"
      panes={[
        {
          name: 'Schema',
          content: <SchemaPane draft={draft} checked={checked} onChange={change} onReplace={replaceText} />,
        },
        {
          name: 'Preview',
          content: (
            <SchemaPreview
              draft={draft}
              schema={checked.result?.schema ?? null}
              onChange={change}
              onReplace={replaceText}
            />
          ),
        },
      ]}
      editor={editor}
      blocker={describeErrors(checked.result?.problems)}
      save={save}
      onClose={onClose}
    />
  )
}

function toSchemaDraft(settings: StructuredSettings | undefined): SchemaDraft {
  const { schema = {}, sentAs = 'responseSchema' } = settings ?? {}
  const isEmpty = Object.keys(schema).length === 0
  return { text: isEmpty ? '' : JSON.stringify(schema, null, 2), sentAs, example: '' }
}
