// Finds the members of an object that have no translation, so that none is dropped without a word.
import type { FieldReport } from '../upstreams/openai/field-report'
import { isUnset, type JsonObject } from '../upstreams/openai/json-objects'

interface MemberCheck {
  readonly report: FieldReport
  /** Translated, or checked, elsewhere. */
  readonly known: readonly string[]
  /** Listed as ignored. */
  readonly harmless?: readonly string[]
}

/** Throws INVALID_ARGUMENT for members that are neither known nor harmless. */
export function checkMembers(
  object: JsonObject,
  path: string,
  { report, known, harmless = [] }: MemberCheck,
): void {
  for (const [name, value] of Object.entries(object)) {
    if (isUnset(value) || known.includes(name)) continue
    if (harmless.includes(name)) report.ignore(`${path}.${name}`)
    else report.reject(`${path}.${name}`)
  }
}
