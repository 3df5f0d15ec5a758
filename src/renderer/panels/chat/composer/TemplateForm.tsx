// Dialogs to choose a prompt template and to fill in its variables.
import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { BookText } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useMemo, useState } from 'react'
import type { PromptTemplate } from '#shared/schemas/presets'
import {
  fillTemplate,
  findValueProblem,
  parseTemplate,
  type Template,
  toDefaults,
  type Variable,
} from '#shared/templates/prompt-template'
import { queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Field } from '../../../components/Field'
import { Kbd } from '../../../components/Kbd'
import { Select } from '../../../components/Select'
import { TextArea, TextInput } from '../../../components/TextInput'

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
          Press Enter to insert the prompt, or <Kbd keys="mod+enter" /> in a multiline field.
        </>
      }
      className="w-[min(640px,calc(100vw-48px))]"
    >
      <form
        aria-label={`${template.name} variables`}
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
          <Button type="submit" variant="primary" disabled={hasProblem}>
            Insert
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** An empty variable is shown by its name, so that the user notices it before inserting. */
function Preview({ template, values }: { template: Template; values: Readonly<Record<string, string>> }) {
  return template.pieces.map((piece, index) => {
    if (typeof piece === 'string') return piece
    const { variable } = piece
    return (
      values[variable] || (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its index.
        <span key={index} className="rounded-sm bg-warn-wash px-1 text-warn">
          {variable} is empty
        </span>
      )
    )
  })
}

function findProblem(variable: Variable, values: Readonly<Record<string, string>>): string | undefined {
  return findValueProblem(variable, values[variable.name] ?? '')
}

interface TemplateChooserProps {
  readonly onChoose: (template: PromptTemplate) => void
  readonly onManage: () => void
  readonly onClose: () => void
}

/** Finds a prompt template by its name or text. */
export function TemplateChooser({ onChoose, onManage, onClose }: TemplateChooserProps) {
  const { data: templates = [] } = useQuery(queries.templates.list.queryOptions())
  return (
    <Dialog
      open
      onClose={onClose}
      title="Prompt templates"
      untitled
      className="w-[min(560px,calc(100vw-48px))]"
    >
      <Command label="Prompt templates" loop className="flex min-h-0 flex-1 flex-col">
        <Command.Input
          placeholder="Search templates"
          className="h-12 shrink-0 border-line border-b bg-transparent px-4 text-lg outline-none"
        />
        <Command.List className="min-h-0 flex-1 overflow-y-auto p-2">
          <Command.Empty className="px-4 py-6 text-center text-faint">
            {templates.length === 0
              ? 'No templates yet. Write a prompt with {{variables}}, then choose Save as template.'
              : 'No matching templates'}
          </Command.Empty>
          {templates.map((template) => (
            <Command.Item
              key={template.id}
              value={`${template.name} ${template.id}`}
              keywords={[template.text.slice(0, 400)]}
              onSelect={() => onChoose(template)}
              className="flex items-start gap-2.5 rounded-md px-2 py-1.5 data-[selected=true]:bg-hover"
            >
              <BookText size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-faint" />
              <span className="flex min-w-0 flex-col">
                <span className="truncate">{template.name}</span>
                <span className="truncate text-faint text-sm">{template.text}</span>
              </span>
            </Command.Item>
          ))}
        </Command.List>
        <div className="flex shrink-0 items-center justify-between border-line border-t px-3 py-2">
          <span className="text-faint text-sm">Type / in an empty prompt to open this list.</span>
          <Button variant="quiet" size="small" onClick={onManage}>
            Manage templates
          </Button>
        </div>
      </Command>
    </Dialog>
  )
}

interface VariableFieldProps {
  readonly variable: Variable
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

function VariableField({ variable, value, problem, onChange }: VariableFieldProps) {
  return (
    <Field label={variable.name} error={problem}>
      {(attributes) => {
        if (variable.type === 'choice') {
          const options = variable.choices.map((choice) => ({ value: choice, label: choice }))
          return (
            <Select
              id={attributes.id}
              label={variable.name}
              value={value}
              groups={[{ label: variable.name, options }]}
              onChange={onChange}
            />
          )
        }
        const shared = {
          ...attributes,
          value,
          onChange: (event: { target: { value: string } }) => onChange(event.target.value),
        }
        if (variable.type === 'text') return <TextArea {...shared} rows={3} maxHeight={160} />
        return <TextInput {...shared} inputMode={variable.type === 'number' ? 'decimal' : 'text'} />
      }}
    </Field>
  )
}
