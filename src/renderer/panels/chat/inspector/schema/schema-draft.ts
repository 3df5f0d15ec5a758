// Structured-output settings as they stand in their editor.
import type { StructuredSettings } from '#shared/schemas/chat-parameters'
import type { SchemaDraft } from '../editor-drafts'

export function toSchemaDraft(settings: StructuredSettings | undefined): SchemaDraft {
  const { schema = {}, sentAs = 'responseSchema' } = settings ?? {}
  const isEmpty = Object.keys(schema).length === 0
  return { text: isEmpty ? '' : JSON.stringify(schema, null, 2), sentAs, example: '' }
}
