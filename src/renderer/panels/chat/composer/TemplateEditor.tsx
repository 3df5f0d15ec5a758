// Where a template is written: its name, its text, and what is wrong with its variables.
import { type FormEvent, useMemo, useState } from 'react'
import { parseTemplate } from '#shared/templates/prompt-template'
import { describeError } from '../../../api/describe-error'
import { Button } from '../../../components/Button'
import { CodeEditor } from '../../../components/CodeEditor'
import { Dialog } from '../../../components/Dialog'
import { Field } from '../../../components/Field'
import { Notice } from '../../../components/Notice'
import { TextInput } from '../../../components/TextInput'
import type { TemplateDraft } from './composer-dialog'
import { keepTemplate } from './keep-templates'

interface TemplateEditorProps {
  readonly template: TemplateDraft
  readonly onDone: () => void
}

export function TemplateEditor({ template, onDone }: TemplateEditorProps) {
  const [name, setName] = useState(template.name)
  const [text, setText] = useState(template.text)
  const [error, setError] = useState<string | null>(null)
  const { variables, problems } = useMemo(() => parseTemplate(text), [text])
  const canKeep = name.trim() !== '' && text.trim() !== '' && problems.length === 0

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canKeep) return
    keepTemplate({ ...template, name: name.trim(), text }).then(onDone, (failure) =>
      setError(describeError(failure)),
    )
  }
  return (
    <Dialog
      open
      onClose={onDone}
      title={template.id ? 'Edit the template' : 'New template'}
      className="w-[min(640px,calc(100vw-48px))]"
    >
      <form aria-label="Template" onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 pb-3">
          {error && <Notice tone="danger" title={error} />}
          <Field label="Name">
            {(attributes) => (
              <TextInput
                {...attributes}
                maxLength={80}
                placeholder="Brief"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <div className="flex flex-col gap-1">
            <span className="font-medium text-soft text-sm">Text</span>
            <CodeEditor
              label="Text of the template"
              language="text"
              value={text}
              onChange={setText}
              problems={problems}
              rows={[6, 12]}
            />
            <p role="status" className={problems.length ? 'text-danger text-sm' : 'text-faint text-sm'}>
              {problems[0] ? toSentence(text, problems[0]) : describeVariables(variables)}
            </p>
          </div>
        </div>
        <div className="flex justify-end gap-2 px-5 pt-2 pb-4">
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!canKeep}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function toSentence(text: string, { from, to, message }: { from: number; to: number; message: string }) {
  const line = text.slice(0, from).split('\n').length
  return `Line ${line}, ${text.slice(from, to)}: ${message}.`
}

function describeVariables(variables: ReturnType<typeof parseTemplate>['variables']): string {
  if (variables.length === 0) return 'No variables yet: write {{name}} where something changes.'
  return `Asks for ${variables.map(({ name, type }) => (type === 'line' ? name : `${name} (${type})`)).join(', ')}.`
}
