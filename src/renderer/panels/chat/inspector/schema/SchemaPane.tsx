// The schema as JSON with its problems; as a tree, as an example, and inferred from an example.
import { AlignLeft } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../components/Button'
import { CodeEditor } from '../../../../components/CodeEditor'
import { CopyButton } from '../../../../components/CopyButton'
import { JsonTree } from '../../../../components/JsonTree'
import { findJsonError } from '../../../../components/json-error'
import { Notice } from '../../../../components/Notice'
import { SegmentedControl } from '../../../../components/SegmentedControl'
import { type AsyncCheck, CheckedEditor } from '../../../../json-editor/CheckedEditor'
import { TemplateMenu } from '../EditorDialog'
import type { SchemaDraft } from '../editor-drafts'
import { schemaTemplates } from '../editor-templates'
import type { CheckedSchema } from './check-schema'
import { completeSchema } from './complete-schema'
import type { JsonObject } from './json-schema'
import { exampleOf, inferSchema } from './schema-examples'

interface SchemaPaneProps {
  readonly draft: SchemaDraft
  readonly checked: AsyncCheck<CheckedSchema>
  readonly onChange: (part: Partial<SchemaDraft>) => void
  /** Replaces the whole text, with undo. */
  readonly onReplace: (text: string) => void
}

const formatDescriptions = {
  responseSchema:
    'The Gemini API’s own format, a subset of OpenAPI. Works with every model that supports JSON output.',
  responseJsonSchema: 'Full JSON Schema, including references. Newer models only.',
} as const

export function SchemaPane({ draft, checked, onChange, onReplace }: SchemaPaneProps) {
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

interface SchemaPreviewProps {
  readonly draft: SchemaDraft
  /** Null if there are problems. */
  readonly schema: JsonObject | null
  readonly onChange: (part: Partial<SchemaDraft>) => void
  readonly onReplace: (text: string) => void
}

const views = [
  { value: 'tree', name: 'Tree' },
  { value: 'value', name: 'Example' },
  { value: 'infer', name: 'From example' },
] as const

type View = (typeof views)[number]['value']

export function SchemaPreview({ draft, schema, onChange, onReplace }: SchemaPreviewProps) {
  const [view, setView] = useState<View>('tree')
  return (
    <>
      <SegmentedControl label="Schema preview" value={view} options={views} onChange={setView} />
      {view === 'tree' && <Tree schema={schema} />}
      {view === 'value' && <Example schema={schema} />}
      {view === 'infer' && <FromExample draft={draft} onChange={onChange} onReplace={onReplace} />}
    </>
  )
}

const invalidSchemaHint = <p className="text-faint text-sm">Fix the schema’s problems to preview it.</p>
const empty = <p className="text-faint text-sm">No schema yet. Any JSON is allowed.</p>

const isBlank = (schema: JsonObject) => Object.keys(schema).length === 0

function Tree({ schema }: { schema: JsonObject | null }) {
  if (!schema) return invalidSchemaHint
  return isBlank(schema) ? empty : <JsonTree label="Schema" value={schema} depth={6} />
}

function Example({ schema }: { schema: JsonObject | null }) {
  if (!schema) return invalidSchemaHint
  if (isBlank(schema)) return empty
  const text = JSON.stringify(exampleOf(schema), null, 2)
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <p className="text-faint text-sm">A sample value that matches this schema.</p>
        <CopyButton label="Copy example" text={text} />
      </div>
      <CodeEditor label="Example value" language="json" readOnly value={text} rows={[4, 24]} />
    </>
  )
}

function FromExample({ draft, onChange, onReplace }: Omit<SchemaPreviewProps, 'schema'>) {
  const { example, sentAs } = draft
  const hasExample = example.trim() !== ''
  const syntaxError = hasExample ? findJsonError(example) : null
  const infer = () => onReplace(JSON.stringify(inferSchema(JSON.parse(example), sentAs), null, 2))
  return (
    <>
      <p className="text-faint text-sm">
        Paste a JSON value like the responses you want. Properties present in every object of a list become
        required.
      </p>
      <CodeEditor
        label="Example to infer the schema from"
        language="json"
        value={example}
        rows={[8, 20]}
        placeholder={'{ "name": "Ada", "born": 1815 }'}
        onChange={(text) => onChange({ example: text })}
      />
      <div className="flex items-center gap-2">
        <Button size="small" variant="primary" disabled={!hasExample || syntaxError !== null} onClick={infer}>
          Use this schema
        </Button>
        {syntaxError && <p className="text-danger text-sm">{syntaxError.message}</p>}
      </div>
    </>
  )
}
