// Words for what a dropped picture has brought back.
import type { Draft } from '#shared/schemas/draft'

/** `its prompt, model, parameters and 2 references` */
export function describeRestored({ text, attachments }: Pick<Draft, 'text' | 'attachments'>): string {
  const count = attachments.length
  const references = count === 0 ? [] : [count === 1 ? '1 reference' : `${count} references`]
  const things = [...(text ? ['its prompt'] : []), 'model', 'parameters', ...references]
  return `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`
}
