// The drafts of JSON Schema that are understood, each with its own Ajv.
import { Ajv, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import type { JsonObject } from './schema-places'

const options: Options = {
  allErrors: true,
  // Unknown keywords and formats are the vendor's business; nobody reads a console.
  strict: false,
  logger: false,
  verbose: true,
  // A schema that refers to itself many times would be written out as many times.
  inlineRefs: false,
  // `constructor` is there only where the JSON has it.
  ownProperties: true,
  // Each schema is looked at by itself: two may well call themselves by one `$id`.
  addUsedSchema: false,
}

const dialects = new Map<'2020-12' | 'draft-07', Ajv>()

/** Draft-07 where the schema says so, else 2020-12. Made when it is first needed: it takes a while. */
export function dialectOf({ $schema }: JsonObject): Ajv {
  const name = typeof $schema === 'string' && /draft-0[67]/.test($schema) ? 'draft-07' : '2020-12'
  const known = dialects.get(name)
  if (known) return known
  const made = name === 'draft-07' ? new Ajv(options) : new Ajv2020(options)
  addFormats(made)
  // Now, and not within the time that a schema is given: Ajv compiles the draft when it first reads a schema.
  void made.validateSchema({})
  dialects.set(name, made)
  return made
}

/** After work was ended in its midst: an Ajv that did not come to its end is of no use any more. */
export function forgetDialects(): void {
  dialects.clear()
}
