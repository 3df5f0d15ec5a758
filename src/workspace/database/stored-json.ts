// Reads JSON out of the database without trusting it: what is damaged is told apart, never thrown.
import type { z } from 'zod'

/** Undefined where it is not JSON or not of the schema's shape. Returned as stored, in the order it was stored. */
export function readStored<Schema extends z.ZodType>(
  schema: Schema,
  stored: string,
): z.infer<Schema> | undefined {
  try {
    const value: unknown = JSON.parse(stored)
    // The schema has accepted the value itself; its own copy would put the fields into another order.
    return schema.safeParse(value).success ? (value as z.infer<Schema>) : undefined
  } catch {
    return undefined
  }
}
