// Asks for a template's variables, and shows the prompt that they make.
import { type FormEvent, type KeyboardEvent, useMemo, useState } from 'react'
import type { PromptTemplate } from '#shared/schemas/shelf'
import {
  fillTemplate,
  findValueProblem,
  parseTemplate,
  type Template,
  toDefaults,
  type Variable,
} from '#shared/templates/prompt-template'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Kbd } from '../../../components/Kbd'
import { VariableField } from './VariableField'

interface TemplateFormProps {
  readonly template: PromptTemplate
  readonly onInsert: (text: string) => void
  readonly onClose: () => void
}

export function TemplateForm({ template, onInsert, onClose }: TemplateFormProps) {
  const parsed = useMemo(() => parseTemplate(template.text), [template.text])
  const [values, setValues] = useState(() => toDefaults(parsed.variables))
  const filled = fillTemplate(parsed, values)
  const hasProblem = parsed.variables.some((variable) => findProblem(variable, values) !== undefined)

  const insert = () => {
    if (!hasProblem) onInsert(filled)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    insert()
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) insert()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={template.name}
      description={
        <>
          Enter inserts the prompt; in a field of several lines <Kbd keys="mod+enter" /> does.
        </>
      }
      className="w-[min(640px,calc(100vw-48px))]"
    >
      <form
        aria-label={`Variables of ${template.name}`}
        onSubmit={submit}
        onKeyDown={pressKey}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 pb-3">
          {parsed.variables.map((variable) => (
            <VariableField
              key={variable.name}
              variable={variable}
              value={values[variable.name] ?? ''}
              problem={findProblem(variable, values)}
              onChange={(value) => setValues((before) => ({ ...before, [variable.name]: value }))}
            />
          ))}
        </div>
        <section aria-label="Preview" className="flex shrink-0 flex-col gap-1 border-line border-t px-5 pt-2">
          <h3 className="font-medium text-soft text-sm">Preview</h3>
          <p className="selectable max-h-24 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
            <Preview template={parsed} values={values} />
          </p>
        </section>
        <div className="flex justify-end gap-2 px-5 pt-2 pb-4">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={hasProblem}>
            Insert
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What is left empty is shown by its name, so that a gap is seen before it is inserted. */
function Preview({ template, values }: { template: Template; values: Readonly<Record<string, string>> }) {
  return template.pieces.map((piece, place) => {
    if (typeof piece === 'string') return piece
    const { variable } = piece
    return (
      values[variable] || (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place.
        <span key={place} className="rounded-sm bg-warn-wash px-1 text-warn">
          {variable} is empty
        </span>
      )
    )
  })
}

function findProblem(variable: Variable, values: Readonly<Record<string, string>>): string | undefined {
  return findValueProblem(variable, values[variable.name] ?? '')
}
