// The schema as JSON with its problems, and how it is sent.
import { AlignLeft, Plus } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { Button } from '../../../../kit/Button'
import { CodeEditor, type CodeEditorHandle } from '../../../../kit/CodeEditor'
import { Menu } from '../../../../kit/Menu'
import { Notice } from '../../../../kit/Notice'
import { Segments } from '../../../../kit/Segments'
import type { SchemaDraft } from '../editor-drafts'
import { ProblemList } from '../ProblemList'
import { toMarks } from '../placed-problem'
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
  const editor = useRef<CodeEditorHandle>(null)
  const { result, pending, failure } = checked
  const marks = useMemo(() => toMarks(result?.problems ?? []), [result])
  const tidy = tidyJson(draft.text)
  return (
    <>
      <div className="flex shrink-0 items-center gap-1">
        <Menu
          label="Templates"
          align="start"
          trigger={
            <Button size="small">
              <Plus size={14} aria-hidden="true" />
              Begin with a template
            </Button>
          }
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
      <div data-first-focus className="flex min-h-24 flex-1 flex-col">
        <CodeEditor
          ref={editor}
          fill
          label="JSON Schema"
          language="json"
          value={draft.text}
          problems={marks}
          complete={completeSchema}
          placeholder="Empty: any JSON is allowed. Begin with { or a template."
          onChange={(text) => onChange({ text })}
        />
      </div>
      <ProblemList
        problems={result?.problems ?? []}
        allRight={draft.text.trim() === '' ? 'No schema: any JSON is allowed.' : 'No problems.'}
        pending={pending}
        failure={failure}
        onGoTo={({ from }) => editor.current?.goTo(from)}
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
