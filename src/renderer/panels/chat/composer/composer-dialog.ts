// Which of the composer's dialogs is open, and what for.
import type { Attachment } from '#shared/schemas/draft'
import type { PromptTemplate } from '#shared/schemas/shelf'

export type ComposerDialog =
  | { readonly kind: 'address' }
  | { readonly kind: 'shrink'; readonly pictures: readonly Extract<Attachment, { kind: 'file' }>[] }
  /** To choose a template, fill it, manage all, or write one. */
  | { readonly kind: 'choose' }
  | { readonly kind: 'fill'; readonly template: PromptTemplate }
  | { readonly kind: 'shelf' }
  | { readonly kind: 'write'; readonly template: TemplateDraft; readonly from: 'shelf' | 'prompt' }

/** Without an id it is a new one. */
export interface TemplateDraft {
  readonly id?: string
  readonly name: string
  readonly text: string
}
