// The schema as JSON with its problems, and how it is sent.
import { AlignLeft } from 'lucide-react'
import { Button } from '../../../../components/Button'
import { Notice } from '../../../../components/Notice'
import { Segments } from '../../../../components/Segments'
import { CheckedEditor } from '../CheckedEditor'
import type { SchemaDraft } from '../editor-drafts'
import { TemplateMenu } from '../TemplateMenu'
import type { CheckedSchema } from './check-schema-text'
import { completeSchema } from './complete-schema'
import { schemaTemplates } from './schema-templates'

interface SchemaPaneProps {
  readonly draft: SchemaDraft
  readonly checked: {
    readonly result: CheckedSchema | null
    readonly pending: boolean
    readonly failure: string | null
  }
  readonly onChange: (part: Partial<SchemaDraft>) => void
  /** A whole other text, with a way back. */
  readonly onReplace: (text: string) => void
}

const ways = {
  responseSchema: 'The API’s own form, a part of OpenAPI’s. Every model that answers as JSON takes it.',
  responseJsonSchema: 'All of JSON Schema, references included. Only newer models take it.',
} as const

export function SchemaPane({ draft, checked, onChange, onReplace }: SchemaPaneProps) {
  const { result, pending, failure } = checked
  const tidy = tidyJson(draft.text)
  return (
    <>
      <div className="flex shrink-0 items-center gap-1">
        <TemplateMenu
          name="Begin with a template"
          items={schemaTemplates.map(({ name, schema }) => ({
            name,
            onSelect: () => onReplace(JSON.stringify(schema, null, 2)),
          }))}
        />
        <Button
          size="small"
          look="quiet"
          disabled={tidy === null || tidy === draft.text}
          onClick={() => tidy !== null && onChange({ text: tidy })}
        >
          <AlignLeft size={14} aria-hidden="true" />
          Tidy up
        </Button>
      </div>
      <CheckedEditor
        label="JSON Schema"
        value={draft.text}
        problems={result?.problems ?? null}
        pending={pending}
        failure={failure}
        allRight={draft.text.trim() === '' ? 'No schema: any JSON is allowed.' : 'No problems.'}
        complete={completeSchema}
        placeholder="Empty: any JSON is allowed. Begin with { or a template."
        onChange={(text) => onChange({ text })}
      />
      <div className="flex shrink-0 flex-col gap-1">
        <Segments
          label="How the schema is sent"
          value={draft.sentAs}
          options={[
            { value: 'responseSchema', name: 'responseSchema' },
            { value: 'responseJsonSchema', name: 'responseJsonSchema' },
          ]}
          onChange={(sentAs) => onChange({ sentAs })}
        />
        <p className="text-faint text-sm">{ways[draft.sentAs]}</p>
      </div>
      {result?.hasForeignWords && draft.sentAs === 'responseSchema' && (
        <Notice
          tone="warn"
          title="responseSchema does not take all of this"
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

function tidyJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}
