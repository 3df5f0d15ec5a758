// The dialog that edits the schema of structured output as JSON, with its problems and templates.
import { AlignLeft } from 'lucide-react'
import type { StructuredSettings } from '#shared/schemas/chat-parameters'
import { desktop } from '../../../../api/desktop'
import { Button } from '../../../../components/Button'
import { Notice } from '../../../../components/Notice'
import { SegmentedControl } from '../../../../components/SegmentedControl'
import { type AsyncCheck, CheckedEditor, useAsyncCheck } from '../../../../json-editor/CheckedEditor'
import { toastUndo, unchanged } from '../../../../state/undo'
import { describeErrors, EditorDialog, TemplateMenu } from '../EditorDialog'
import { editorDrafts, type SchemaDraft, useEditorDraft } from '../editor-drafts'
import { schemaTemplates } from '../editor-templates'
import { type CheckedSchema, checkSchemaText } from './check-schema'
import { completeSchema } from './complete-schema'

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
      editor={editor}
      blocker={describeErrors(checked.result?.problems)}
      save={save}
      onClose={onClose}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 py-4">
        <SchemaPane draft={draft} checked={checked} onChange={change} onReplace={replaceText} />
      </div>
    </EditorDialog>
  )
}

function toSchemaDraft(settings: StructuredSettings | undefined): SchemaDraft {
  const { schema = {}, sentAs = 'responseSchema' } = settings ?? {}
  const isEmpty = Object.keys(schema).length === 0
  return { text: isEmpty ? '' : JSON.stringify(schema, null, 2), sentAs }
}

const formatDescriptions = {
  responseSchema:
    'The Gemini API’s own format, a subset of OpenAPI. Works with every model that supports JSON output.',
  responseJsonSchema: 'Full JSON Schema, including references. Newer models only.',
} as const

interface SchemaPaneProps {
  readonly draft: SchemaDraft
  readonly checked: AsyncCheck<CheckedSchema>
  readonly onChange: (part: Partial<SchemaDraft>) => void
  /** Replaces the whole text, with undo. */
  readonly onReplace: (text: string) => void
}

function SchemaPane({ draft, checked, onChange, onReplace }: SchemaPaneProps) {
  const { result, pending, failure } = checked
  const formatted = formatJson(draft.text)
  return (
    <>
      <div className="flex shrink-0 items-center gap-1">
        <TemplateMenu
          name="Insert template"
          items={schemaTemplates.map(({ name, schema }) => ({
            name,
            onSelect: () => onReplace(JSON.stringify(schema, null, 2)),
          }))}
        />
        <Button
          size="small"
          variant="quiet"
          disabled={formatted === null || formatted === draft.text}
          onClick={() => formatted !== null && onChange({ text: formatted })}
        >
          <AlignLeft size={14} aria-hidden="true" />
          Format
        </Button>
      </div>
      <CheckedEditor
        label="JSON Schema"
        value={draft.text}
        problems={result?.problems ?? null}
        pending={pending}
        failure={failure}
        validMessage={draft.text.trim() === '' ? 'No schema. Any JSON is allowed.' : 'No problems'}
        complete={completeSchema}
        placeholder="Any JSON is allowed. Start with { or a template."
        onChange={(text) => onChange({ text })}
      />
      <div className="flex shrink-0 flex-col gap-1">
        <SegmentedControl
          label="Send schema as"
          value={draft.sentAs}
          options={[
            { value: 'responseSchema', name: 'responseSchema' },
            { value: 'responseJsonSchema', name: 'responseJsonSchema' },
          ]}
          onChange={(sentAs) => onChange({ sentAs })}
        />
        <p className="text-faint text-sm">{formatDescriptions[draft.sentAs]}</p>
      </div>
      {result?.hasUnsupportedKeywords && draft.sentAs === 'responseSchema' && (
        <Notice
          tone="warn"
          title="responseSchema doesn’t support parts of this schema"
          actions={
            <Button size="small" onClick={() => onChange({ sentAs: 'responseJsonSchema' })}>
              Send as responseJsonSchema
            </Button>
          }
        />
      )}
    </>
  )
}

function formatJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}
