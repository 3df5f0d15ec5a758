// Dialog for all prompt templates: create, edit, delete, import and export.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, MoreHorizontal, Pencil, Plus, Trash2, Upload } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { toast } from 'sonner'
import type { PromptTemplate } from '#shared/schemas/chat-parameters'
import { parseTemplate } from '#shared/templates/prompt-template'
import { type StarterTemplate, starterTemplates } from '#shared/templates/starter-templates'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { type Outcome, toastOutcome, toSaved } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { CodeEditor } from '../../../components/CodeEditor'
import { Dialog } from '../../../components/Dialog'
import { Field } from '../../../components/Field'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { Notice } from '../../../components/Notice'
import { TextInput } from '../../../components/TextInput'
import { toastUndo } from '../../../state/undo'

/** A new template has no id. */
export interface TemplateDraft {
  readonly id?: string
  readonly name: string
  readonly text: string
}

interface TemplateManagerProps {
  readonly onWrite: (template: TemplateDraft) => void
  readonly onClose: () => void
}

export function TemplateManager({ onWrite, onClose }: TemplateManagerProps) {
  const { data: templates = [] } = useQuery(queries.templates.list.queryOptions())
  return (
    <Dialog
      open
      onClose={onClose}
      title="Templates"
      description="Prompts with variables: {{name}}, {{name=default}}, {{name:number}}, {{name:text}}, {{name:choice:a|b}}."
      className="w-[min(640px,calc(100vw-48px))]"
    >
      <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-5 pb-3">
        {templates.length === 0 && (
          <p className="pb-2 text-soft">
            No templates of your own yet. Save a prompt you use often as your first one.
          </p>
        )}
        <ul aria-label="Your templates" className="flex flex-col">
          {templates.map((template) => (
            <Row key={template.id} template={template} onWrite={onWrite} />
          ))}
        </ul>
        <h3 className="text-faint text-sm">Starter templates. Edit one to save your own copy.</h3>
        <ul aria-label="Starter templates" className="flex flex-col">
          {starterTemplates.map((template) => (
            <li key={template.name} className={rowClassName}>
              <RowButton template={template} onClick={() => onWrite(template)} />
            </li>
          ))}
        </ul>
      </div>
      <div className="flex justify-end gap-2 px-5 pt-2 pb-4">
        <Button onClick={() => toastOutcome(importTemplate())}>
          <Upload size={14} aria-hidden="true" />
          Import…
        </Button>
        <Button variant="primary" onClick={() => onWrite({ name: '', text: '' })}>
          <Plus size={14} aria-hidden="true" />
          New template
        </Button>
      </div>
    </Dialog>
  )
}

const rowClassName = 'flex items-center gap-1 border-line border-b py-1 last:border-b-0'

interface RowProps {
  readonly template: PromptTemplate
  readonly onWrite: TemplateManagerProps['onWrite']
}

function Row({ template, onWrite }: RowProps) {
  const { id, name, text } = template
  return (
    <li className={rowClassName}>
      <RowButton template={template} onClick={() => onWrite({ id, name, text })} />
      <Menu
        label={`Actions for ${name}`}
        trigger={<IconButton label={`Actions for ${name}`} icon={MoreHorizontal} />}
        items={[
          { name: 'Edit', icon: Pencil, onSelect: () => onWrite({ id, name, text }) },
          { name: 'Export…', icon: Download, onSelect: () => toastOutcome(exportTemplate(template)) },
          {
            name: 'Delete',
            icon: Trash2,
            danger: true,
            hasSeparator: true,
            onSelect: () => toastOutcome(deleteTemplate(template)),
          },
        ]}
      />
    </li>
  )
}

interface RowButtonProps {
  readonly template: StarterTemplate
  readonly onClick: () => void
}

function RowButton({ template: { name, text }, onClick }: RowButtonProps) {
  const variables = parseTemplate(text).variables.map((variable) => variable.name)
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-w-0 flex-1 flex-col rounded-md px-2 py-1 text-left hover:bg-hover"
    >
      <span className="truncate font-medium">{name}</span>
      <span className="truncate text-faint text-sm">
        {variables.length > 0 ? variables.join(', ') : text}
      </span>
    </button>
  )
}

interface TemplateEditorProps {
  readonly template: TemplateDraft
  readonly onDone: () => void
}

/** The editor of one template: its name, its text, and problems with its variables. */
export function TemplateEditor({ template, onDone }: TemplateEditorProps) {
  const [name, setName] = useState(template.name)
  const [text, setText] = useState(template.text)
  const { variables, problems } = useMemo(() => parseTemplate(text), [text])
  const canSave = name.trim() !== '' && text.trim() !== '' && problems.length === 0

  const saving = useMutation({ mutationFn: saveTemplate, onSuccess: onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSave) saving.mutate({ ...template, name: name.trim(), text })
  }
  return (
    <Dialog
      open
      onClose={onDone}
      title={template.id ? 'Edit template' : 'New template'}
      className="w-[min(640px,calc(100vw-48px))]"
    >
      <form aria-label="Template" onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 pb-3">
          {saving.error && <Notice tone="danger" title={describeError(saving.error)} />}
          <Field label="Name">
            {(attributes) => (
              <TextInput
                {...attributes}
                maxLength={80}
                placeholder="Template name"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <div className="flex flex-col gap-1">
            <span className="font-medium text-soft text-sm">Text</span>
            <CodeEditor
              label="Template text"
              language="text"
              value={text}
              onChange={setText}
              problems={problems}
              rows={[6, 12]}
            />
            <p role="status" className={problems.length ? 'text-danger text-sm' : 'text-faint text-sm'}>
              {problems[0] ? describeProblem(text, problems[0]) : describeVariables(variables)}
            </p>
          </div>
        </div>
        <div className="flex justify-end gap-2 px-5 pt-2 pb-4">
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!canSave}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function describeProblem(text: string, { from, to, message }: { from: number; to: number; message: string }) {
  const line = text.slice(0, from).split('\n').length
  return `Line ${line}, ${text.slice(from, to)}: ${message}.`
}

function describeVariables(variables: ReturnType<typeof parseTemplate>['variables']): string {
  if (variables.length === 0) return 'No variables yet. Add one as {{name}}.'
  return `Variables: ${variables.map(({ name, type }) => (type === 'line' ? name : `${name} (${type})`)).join(', ')}.`
}

/** Rejects if the template cannot be saved. */
async function saveTemplate({ id, name, text }: TemplateDraft): Promise<void> {
  await desktop.templates.save({ ...(id ? { id } : {}), name, text })
  await invalidateTemplates()
}

async function deleteTemplate({ id, name }: PromptTemplate): Promise<void> {
  await desktop.templates.delete({ id })
  await invalidateTemplates()
  toastUndo(`“${name}” deleted`, async () => {
    await desktop.templates.restore({ id })
    await invalidateTemplates()
  })
}

async function exportTemplate({ id }: PromptTemplate): Promise<Outcome> {
  const { path } = await desktop.templates.export({ id })
  return toSaved(path, 'Exported')
}

async function importTemplate(): Promise<void> {
  const imported = await desktop.templates.import()
  await invalidateTemplates()
  if (imported) toast(`“${imported.name}” imported`)
}

async function invalidateTemplates() {
  await queryClient.invalidateQueries({ queryKey: queries.templates.list.key() })
}
