// Whether the embedded demo service made an answer; every answer of its own says so.
import type { Turn } from '#shared/schemas/chat'

export function isMadeByDemo({ upstream }: Pick<Turn, 'upstream'>): boolean {
  return upstream === 'demo'
}
