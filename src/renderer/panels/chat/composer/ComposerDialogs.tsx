// The dialogs of the composer, one at a time.
import type { Attachment } from '#shared/schemas/draft'
import type { PromptTemplate } from '#shared/schemas/presets'
import { fillTemplate, parseTemplate } from '#shared/templates/prompt-template'
import { ShrinkDialog } from '../../../attachments/ShrinkDialog'
import { readDraft, useDrafts, writeText } from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { RemoteFileDialog } from './RemoteFileDialog'
import { TemplateChooser, TemplateForm } from './TemplateForm'
import { type TemplateDraft, TemplateEditor, TemplateManager } from './TemplateManager'

interface ComposerDialogsProps {
  readonly draftKey: string
  readonly dialog: ComposerDialog | null
  readonly onChange: (dialog: ComposerDialog | null) => void
}

export function ComposerDialogs({ draftKey, dialog, onChange }: ComposerDialogsProps) {
  const close = () => {
    onChange(null)
    focusPrompt()
  }
  const insert = (text: string) => {
    const { text: before } = readDraft(useDrafts.getState().drafts, draftKey)
    writeText(draftKey, before.trim() ? `${before.trimEnd()}\n\n${text}` : text)
    close()
  }
  /** A template without variables is inserted without asking. */
  const choose = (template: PromptTemplate) => {
    const parsed = parseTemplate(template.text)
    if (parsed.variables.length > 0) onChange({ kind: 'fill', template })
    else insert(fillTemplate(parsed, {}))
  }
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'url':
      return <RemoteFileDialog draftKey={draftKey} onClose={close} />
    case 'shrink':
      return <ShrinkDialog draftKey={draftKey} pictures={dialog.pictures} onClose={close} />
    case 'choose':
      return (
        <TemplateChooser onChoose={choose} onManage={() => onChange({ kind: 'manager' })} onClose={close} />
      )
    case 'fill':
      return <TemplateForm template={dialog.template} onInsert={insert} onClose={close} />
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
  /** Choose a template, fill one, manage all, or write one. */
  | { readonly kind: 'choose' }
  | { readonly kind: 'fill'; readonly template: PromptTemplate }
  | { readonly kind: 'manager' }
  | { readonly kind: 'write'; readonly template: TemplateDraft; readonly from: 'manager' | 'prompt' }
