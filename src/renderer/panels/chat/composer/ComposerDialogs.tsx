// The dialogs of the composer, one at a time.
import type { Attachment } from '#shared/schemas/draft'
import { fillTemplate, parseTemplate } from '#shared/templates/prompt-template'
import type { StarterTemplate } from '#shared/templates/starter-templates'
import { ShrinkDialog } from '../../../attachments/ShrinkDialog'
import { readDraft, writeText, writeValues } from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { RemoteFileDialog } from './RemoteFileDialog'
import { TemplateChooser } from './TemplateChooser'
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
