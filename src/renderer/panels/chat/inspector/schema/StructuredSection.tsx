// Turns structured output on, and edits its schema in a dialog.
import { useState } from 'react'
import { isObject, type JsonObject } from '#shared/wire/json-objects'
import { Badge } from '../../../../components/Badge'
import { Button } from '../../../../components/Button'
import { lazyComponent } from '../../../../components/lazy-component'
import { Switch } from '../../../../components/Switch'
import { editorDrafts } from '../editor-drafts'
import { useEditedParameters } from '../use-edited-parameters'

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

const maxNames = 4

/** `An object with name, role, and 2 more.` */
function describeSchema(schema: JsonObject): string {
  if (Object.keys(schema).length === 0) return 'No schema. Any JSON is allowed.'
  const type = String(schema.type ?? '').toLowerCase()
  if (type === 'array')
    return isObject(schema.items) ? `A list of ${describeItems(schema.items)}.` : 'A list.'
  if (type === 'object' || isObject(schema.properties)) return `An object${describeMembers(schema)}.`
  return type ? `A single value: ${type}.` : 'One of several schemas.'
}

function describeItems(items: JsonObject): string {
  const type = String(items.type ?? '').toLowerCase()
  if (type === 'object' || isObject(items.properties)) return `objects${describeMembers(items)}`
  return type ? `${type} values` : 'values'
}

function describeMembers({ properties }: JsonObject): string {
  const names = isObject(properties) ? Object.keys(properties) : []
  if (names.length === 0) return ''
  const rest = names.length > maxNames ? `, and ${names.length - maxNames} more` : ''
  return ` with ${names.slice(0, maxNames).join(', ')}${rest}`
}
