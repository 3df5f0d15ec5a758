// Whether answers are JSON, and of which form.
import { useState } from 'react'
import { Badge } from '../../../../components/Badge'
import { Button } from '../../../../components/Button'
import { Switch } from '../../../../components/Switch'
import { useEditorDrafts } from '../editor-drafts'
import { useEditedParameters } from '../use-edited-parameters'
import { describeSchema } from './describe-schema'
import { SchemaDialog } from './SchemaDialog'

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
