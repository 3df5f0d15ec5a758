// Parses untrusted JSON: returns undefined if it is damaged, never throws.
import type { z } from 'zod'

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns undefined also if the value does not match the schema. */
export function parseStored<Schema extends z.ZodType>(
  schema: Schema,
  stored: string,
): z.infer<Schema> | undefined {
  const value = parseJson(stored)
  // The schema has accepted this value. Its own copy would have another order of fields.
  return schema.safeParse(value).success ? (value as z.infer<Schema>) : undefined
}
