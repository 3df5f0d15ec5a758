// Turns structured output on, and edits its schema in a dialog.
import { useState } from 'react'
import { Badge } from '../../../../components/Badge'
import { Button } from '../../../../components/Button'
import { lazyComponent } from '../../../../components/lazy-component'
import { Switch } from '../../../../components/Switch'
import { editorDrafts } from '../editor-drafts'
import { useEditedParameters } from '../use-edited-parameters'
import { describeSchema } from './json-schema'

const SchemaDialog = lazyComponent(async () => (await import('./SchemaDialog')).SchemaDialog)

export function StructuredSection() {
  const { parameters, change, scope } = useEditedParameters()
  const [open, setOpen] = useState(false)
  const isUnsaved = editorDrafts.useForm(({ schemas }) => schemas[scope] !== undefined)
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
