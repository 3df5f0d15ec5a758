// Turns structured output on, and edits its schema in a dialog.
import { useState } from 'react'
import type { StructuredSettings } from '#shared/schemas/chat-parameters'
import { desktop } from '../../../../api/desktop'
import { toastUndo } from '../../../../api/toast-outcome'
import { Badge } from '../../../../components/Badge'
import { Button } from '../../../../components/Button'
import { Switch } from '../../../../components/Switch'
import { useAsyncCheck } from '../../../../json-editor/CheckedEditor'
import { describeErrors, EditorDialog } from '../EditorDialog'
import { type SchemaDraft, useEditorDraft, useEditorDrafts } from '../editor-drafts'
import { useEditedParameters } from '../use-edited-parameters'
import { checkSchemaText } from './check-schema'
import { describeSchema } from './json-schema'
import { SchemaPane, SchemaPreview } from './SchemaPane'

export function StructuredSection() {
  const { parameters, change, scope } = useEditedParameters()
  const [open, setOpen] = useState(false)
  const isUnsaved = useEditorDrafts(({ schemas }) => schemas[scope] !== undefined)
  const settings = parameters.structured
  const turn = (on: boolean) =>
    change({ structured: { schema: {}, sentAs: 'responseSchema', ...settings, on } })
  return (
    <>
      <Switch
        label="Return JSON"
        hint="Constrains the response to a schema and validates it here."
        checked={settings?.on ?? false}
        onChange={turn}
      />
      {settings && <p className="text-soft text-sm">{describeSchema(settings.schema)}</p>}
      <div className="flex items-center gap-2">
        <Button size="small" onClick={() => setOpen(true)}>
          Edit schema…
        </Button>
        {isUnsaved && <Badge tone="warn">unsaved changes</Badge>}
      </div>
      {open && (
        <SchemaDialog
          key={scope}
          scope={scope}
          settings={settings}
          onSave={(structured) => change({ structured })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface SchemaDialogProps {
  readonly scope: string
  readonly settings: StructuredSettings | undefined
  readonly onSave: (settings: StructuredSettings) => void
  readonly onClose: () => void
}

const check = (draft: SchemaDraft) => checkSchemaText(draft, (schema) => desktop.schemas.check({ schema }))

/** Edits the schema of the answer: from scratch, from a template or from an example. */
function SchemaDialog({ scope, settings, onSave, onClose }: SchemaDialogProps) {
  const editor = useEditorDraft('schemas', scope, toSchemaDraft(settings))
  const { draft, change, write } = editor
  const replaceText = (text: string) => {
    change({ text })
    if (draft.text.trim() !== '') toastUndo('Schema replaced', () => write(draft))
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
