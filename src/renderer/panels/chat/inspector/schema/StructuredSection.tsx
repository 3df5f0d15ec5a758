// Whether answers are JSON, and the dialog that edits their schema.
import { useState } from 'react'
import { toast } from 'sonner'
import type { StructuredSettings } from '#shared/schemas/chat-parameters'
import { describeError } from '../../../../api/describe-error'
import { desktop } from '../../../../api/desktop'
import { Badge } from '../../../../components/Badge'
import { Button } from '../../../../components/Button'
import { Dialog } from '../../../../components/Dialog'
import { Switch } from '../../../../components/Switch'
import { useChecked } from '../CheckedEditor'
import { EditorFooter, EditorPanes } from '../EditorDialog'
import { type SchemaDraft, useEditorDrafts, writeSchemaDraft } from '../editor-drafts'
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
        label="Answer as JSON"
        hint="The answer is held to the schema, and checked against it here."
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

/** Edits the schema of the answer: from nothing, from a template or from an example. */
function SchemaDialog({ scope, settings, onSave, onClose }: SchemaDialogProps) {
  const kept = useEditorDrafts(({ schemas }) => schemas[scope])
  const saved = toSchemaDraft(settings)
  const draft = kept ?? saved
  const change = (part: Partial<SchemaDraft>) => {
    const next = { ...draft, ...part }
    writeSchemaDraft(scope, JSON.stringify(next) === JSON.stringify(saved) ? undefined : next)
  }
  const replaceText = (text: string) => {
    const before = draft
    change({ text })
    if (before.text.trim() === '') return
    toast('The schema was replaced.', {
      action: { label: 'Undo', onClick: () => writeSchemaDraft(scope, before) },
    })
  }
  const checked = useChecked(`${draft.sentAs} ${draft.text}`, () => check(draft))
  const faults = (checked.result?.problems ?? []).filter(({ severity }) => severity === 'error').length
  const save = async () => {
    try {
      const { schema } = await check(draft)
      if (!schema) return
      onSave({ on: settings?.on ?? true, schema, sentAs: draft.sentAs })
      writeSchemaDraft(scope, undefined)
      onClose()
    } catch (error) {
      toast.error(describeError(error))
    }
  }
  const discard = () => {
    writeSchemaDraft(scope, undefined)
    toast('The changes were discarded.', {
      action: { label: 'Undo', onClick: () => writeSchemaDraft(scope, draft) },
    })
  }
  return (
    <Dialog open onClose={onClose} title="Schema of the answer" size="large">
      <EditorPanes
        label="Parts of the schema"
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
      />
      <EditorFooter
        isDirty={kept !== undefined}
        obstacle={
          faults > 0
            ? `${faults === 1 ? '1 problem is' : `${faults} problems are`} in the way of saving.`
            : null
        }
        onDiscard={discard}
        onClose={onClose}
        onSave={() => void save()}
      />
    </Dialog>
  )
}

function toSchemaDraft(settings: StructuredSettings | undefined): SchemaDraft {
  const { schema = {}, sentAs = 'responseSchema' } = settings ?? {}
  const isEmpty = Object.keys(schema).length === 0
  return { text: isEmpty ? '' : JSON.stringify(schema, null, 2), sentAs, example: '' }
}
