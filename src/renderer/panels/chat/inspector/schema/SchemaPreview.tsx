// A schema as a tree, a value that it allows, and a schema from an example.
import { useState } from 'react'
import { Button } from '../../../../components/Button'
import { CodeEditor } from '../../../../components/CodeEditor'
import { CopyButton } from '../../../../components/CopyButton'
import { JsonTree } from '../../../../components/JsonTree'
import { findJsonMistake } from '../../../../components/json-mistake'
import { Segments } from '../../../../components/Segments'
import type { SchemaDraft } from '../editor-drafts'
import { exampleOf } from './example-value'
import { inferSchema } from './infer-schema'
import type { JsonObject } from './schema-places'

interface SchemaPreviewProps {
  readonly draft: SchemaDraft
  /** Null while there are problems. */
  readonly schema: JsonObject | null
  readonly onChange: (part: Partial<SchemaDraft>) => void
  readonly onReplace: (text: string) => void
}

const views = [
  { value: 'tree', name: 'Tree' },
  { value: 'value', name: 'Example' },
  { value: 'infer', name: 'From an example' },
] as const

type View = (typeof views)[number]['value']

export function SchemaPreview({ draft, schema, onChange, onReplace }: SchemaPreviewProps) {
  const [view, setView] = useState<View>('tree')
  return (
    <>
      <Segments label="What is shown of the schema" value={view} options={views} onChange={setView} />
      {view === 'tree' && <Tree schema={schema} />}
      {view === 'value' && <Example schema={schema} />}
      {view === 'infer' && <FromExample draft={draft} onChange={onChange} onReplace={onReplace} />}
    </>
  )
}

const mendFirst = <p className="text-faint text-sm">Mend the problems of the schema to see it here.</p>
const empty = <p className="text-faint text-sm">There is no schema yet: any JSON is allowed.</p>

const isBlank = (schema: JsonObject) => Object.keys(schema).length === 0

function Tree({ schema }: { schema: JsonObject | null }) {
  if (!schema) return mendFirst
  return isBlank(schema) ? empty : <JsonTree label="Schema" value={schema} depth={6} />
}

function Example({ schema }: { schema: JsonObject | null }) {
  if (!schema) return mendFirst
  if (isBlank(schema)) return empty
  const text = JSON.stringify(exampleOf(schema), null, 2)
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <p className="text-faint text-sm">A value that this schema allows.</p>
        <CopyButton label="Copy the example" text={text} />
      </div>
      <CodeEditor label="Example value" language="json" readOnly value={text} rows={[4, 24]} />
    </>
  )
}

function FromExample({ draft, onChange, onReplace }: Omit<SchemaPreviewProps, 'schema'>) {
  const { example, sentAs } = draft
  const isWritten = example.trim() !== ''
  const mistake = isWritten ? findJsonMistake(example) : null
  const infer = () => onReplace(JSON.stringify(inferSchema(JSON.parse(example), sentAs), null, 2))
  return (
    <>
      <p className="text-faint text-sm">
        Paste a JSON value like the answers you want. Members that every object of a list has become required.
      </p>
      <CodeEditor
        label="Example to infer from"
        language="json"
        value={example}
        rows={[8, 20]}
        placeholder={'{ "name": "Ada", "born": 1815 }'}
        onChange={(text) => onChange({ example: text })}
      />
      <div className="flex items-center gap-2">
        <Button size="small" look="primary" disabled={!isWritten || mistake !== null} onClick={infer}>
          Use its schema
        </Button>
        {mistake && <p className="text-danger text-sm">{mistake.message}</p>}
      </div>
    </>
  )
}
