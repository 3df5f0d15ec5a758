// Finds a prompt template by its name or its words.
import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { BookText } from 'lucide-react'
import type { PromptTemplate } from '#shared/schemas/shelf'
import { queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'

interface TemplateChooserProps {
  readonly onChoose: (template: PromptTemplate) => void
  readonly onManage: () => void
  readonly onClose: () => void
}

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
          placeholder="Find a template"
          className="h-12 shrink-0 border-line border-b bg-transparent px-4 text-lg outline-none"
        />
        <Command.List className="min-h-0 flex-1 overflow-y-auto p-2">
          <Command.Empty className="px-4 py-6 text-center text-faint">
            {templates.length === 0
              ? 'There is none yet. Write a prompt with {{variables}} and choose “Save as template”.'
              : 'No template goes by this name.'}
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
          <span className="text-faint text-sm">“/” in an empty prompt opens this list.</span>
          <Button look="quiet" size="small" onClick={onManage}>
            Manage templates
          </Button>
        </div>
      </Command>
    </Dialog>
  )
}
