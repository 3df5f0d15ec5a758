// The dialogs of the composer, one at a time, and the one that chooses a template.
import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { BookText } from 'lucide-react'
import type { Attachment } from '#shared/schemas/chat'
import { fillTemplate, parseTemplate } from '#shared/templates/prompt-template'
import { type StarterTemplate, starterTemplates } from '#shared/templates/starter-templates'
import { queries } from '../../../api/desktop'
import { ShrinkDialog } from '../../../attachments/ShrinkDialog'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { readDraft, writeText, writeValues } from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { RemoteFileDialog } from './RemoteFileDialog'
import { type TemplateDraft, TemplateEditor, TemplateManager } from './TemplateManager'

interface ComposerDialogsProps {
  readonly draftKey: string
  readonly dialog: ComposerDialog
  readonly onChange: (dialog: ComposerDialog | null) => void
  /** Moves the focus to the first variable without a value. */
  readonly onFill: () => void
}

export function ComposerDialogs({ draftKey, dialog, onChange, onFill }: ComposerDialogsProps) {
  const close = () => {
    onChange(null)
    focusPrompt()
  }
  /** Variables stay in the text, and get fields below it. */
  const insert = (template: StarterTemplate) => {
    const parsed = parseTemplate(template.text)
    const hasVariables = parsed.variables.length > 0
    const text = hasVariables ? template.text : fillTemplate(parsed, {})
    const { text: before, values } = readDraft(draftKey)
    writeText(draftKey, before.trim() ? `${before.trimEnd()}\n\n${text}` : text)
    if (!hasVariables) return close()
    if (values === null) writeValues(draftKey, undefined)
    onChange(null)
    onFill()
  }
  switch (dialog.kind) {
    case 'url':
      return <RemoteFileDialog draftKey={draftKey} onClose={close} />
    case 'shrink':
      return <ShrinkDialog draftKey={draftKey} pictures={dialog.pictures} onClose={close} />
    case 'choose':
      return (
        <TemplateChooser onChoose={insert} onManage={() => onChange({ kind: 'manager' })} onClose={close} />
      )
    case 'manager':
      return (
        <TemplateManager
          onWrite={(template) => onChange({ kind: 'write', template, from: 'manager' })}
          onClose={close}
        />
      )
    case 'write':
      return (
        <TemplateEditor
          template={dialog.template}
          onDone={() => (dialog.from === 'manager' ? onChange({ kind: 'manager' }) : close())}
        />
      )
  }
}

export type ComposerDialog =
  | { readonly kind: 'url' }
  | { readonly kind: 'shrink'; readonly pictures: readonly Extract<Attachment, { kind: 'file' }>[] }
  /** Choose a template, manage all, or write one. */
  | { readonly kind: 'choose' }
  | { readonly kind: 'manager' }
  | { readonly kind: 'write'; readonly template: TemplateDraft; readonly from: 'manager' | 'prompt' }

interface TemplateChooserProps {
  readonly onChoose: (template: StarterTemplate) => void
  readonly onManage: () => void
  readonly onClose: () => void
}

/** Finds a prompt template by its name or text. */
function TemplateChooser({ onChoose, onManage, onClose }: TemplateChooserProps) {
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
          <Command.Empty className="px-4 py-6 text-center text-faint">No matching templates</Command.Empty>
          {templates.length > 0 && (
            <Command.Group heading="Your templates" className={groupClassName}>
              {templates.map((template) => (
                <Choice key={template.id} id={template.id} template={template} onChoose={onChoose} />
              ))}
            </Command.Group>
          )}
          <Command.Group heading="Starter templates" className={groupClassName}>
            {starterTemplates.map((template) => (
              <Choice key={template.name} id="starter" template={template} onChoose={onChoose} />
            ))}
          </Command.Group>
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

const groupClassName =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1 [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs'

interface ChoiceProps {
  readonly id: string
  readonly template: StarterTemplate
  readonly onChoose: (template: StarterTemplate) => void
}

function Choice({ id, template, onChoose }: ChoiceProps) {
  return (
    <Command.Item
      value={`${template.name} ${id}`}
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
  )
}
