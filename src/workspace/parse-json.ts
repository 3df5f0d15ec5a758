// Parses JSON without trusting it: returns undefined for what is damaged, never throws.
import type { z } from 'zod'

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined also if it does not have the schema's shape. */
export function parseStored<Schema extends z.ZodType>(
  schema: Schema,
  stored: string,
): z.infer<Schema> | undefined {
  const value = parseJson(stored)
  // The schema has accepted the value itself; its own copy would put the fields into another order.
  return schema.safeParse(value).success ? (value as z.infer<Schema>) : undefined
}
