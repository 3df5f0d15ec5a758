// All prompt templates: to write, change, delete, and share as files.
import { useQuery } from '@tanstack/react-query'
import { Download, MoreHorizontal, Pencil, Plus, Trash2, Upload } from 'lucide-react'
import type { PromptTemplate } from '#shared/schemas/shelf'
import { parseTemplate } from '#shared/templates/prompt-template'
import { queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import type { TemplateDraft } from './composer-dialog'
import { deleteTemplate, exportTemplate, importTemplate } from './keep-templates'

interface TemplateShelfProps {
  readonly onWrite: (template: TemplateDraft) => void
  readonly onClose: () => void
}

export function TemplateShelf({ onWrite, onClose }: TemplateShelfProps) {
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
          <p className="py-6 text-center text-soft">
            No template yet. A prompt that you write often is a good first one.
          </p>
        )}
        <ul aria-label="Templates" className="flex flex-col">
          {templates.map((template) => (
            <Row key={template.id} template={template} onWrite={onWrite} />
          ))}
        </ul>
      </div>
      <div className="flex justify-end gap-2 px-5 pt-2 pb-4">
        <Button onClick={() => void importTemplate()}>
          <Upload size={14} aria-hidden="true" />
          Import…
        </Button>
        <Button look="primary" onClick={() => onWrite({ name: '', text: '' })}>
          <Plus size={14} aria-hidden="true" />
          New template
        </Button>
      </div>
    </Dialog>
  )
}

interface RowProps {
  readonly template: PromptTemplate
  readonly onWrite: TemplateShelfProps['onWrite']
}

function Row({ template, onWrite }: RowProps) {
  const { id, name, text } = template
  const variables = parseTemplate(text).variables.map((variable) => variable.name)
  return (
    <li className="flex items-center gap-1 border-line border-b py-1 last:border-b-0">
      <button
        type="button"
        onClick={() => onWrite({ id, name, text })}
        className="flex min-w-0 flex-1 flex-col rounded-md px-2 py-1 text-left hover:bg-hover"
      >
        <span className="truncate font-medium">{name}</span>
        <span className="truncate text-faint text-sm">
          {variables.length > 0 ? variables.join(', ') : text}
        </span>
      </button>
      <Menu
        label={`Actions of ${name}`}
        trigger={<IconButton label={`Actions of ${name}`} icon={MoreHorizontal} />}
        items={[
          { name: 'Edit', icon: Pencil, onSelect: () => onWrite({ id, name, text }) },
          { name: 'Export…', icon: Download, onSelect: () => void exportTemplate(template) },
          {
            name: 'Delete',
            icon: Trash2,
            danger: true,
            apart: true,
            onSelect: () => void deleteTemplate(template),
          },
        ]}
      />
    </li>
  )
}
