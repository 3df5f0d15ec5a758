// Where the schema of an answer is written, from nothing, from a template or from an example.
import { toast } from 'sonner'
import type { StructuredSettings } from '#shared/schemas/chat-parameters'
import { describeError } from '../../../../api/describe-error'
import { desktop } from '../../../../api/desktop'
import { Dialog } from '../../../../components/Dialog'
import { EditorFooter } from '../EditorFooter'
import { EditorPanes } from '../EditorPanes'
import { type SchemaDraft, useEditorDrafts, writeSchemaDraft } from '../editor-drafts'
import { useChecked } from '../use-checked'
import { checkSchemaText } from './check-schema-text'
import { SchemaPane } from './SchemaPane'
import { SchemaPreview } from './SchemaPreview'
import { toSchemaDraft } from './schema-draft'

interface SchemaDialogProps {
  readonly scope: string
  readonly settings: StructuredSettings | undefined
  readonly onSave: (settings: StructuredSettings) => void
  readonly onClose: () => void
}

const check = (draft: SchemaDraft) => checkSchemaText(draft, (schema) => desktop.schemas.check({ schema }))

export function SchemaDialog({ scope, settings, onSave, onClose }: SchemaDialogProps) {
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
