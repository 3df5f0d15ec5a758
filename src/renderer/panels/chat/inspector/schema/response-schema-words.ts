// What `responseSchema`, and a function's `parameters`, do not take of JSON Schema (wire §2.6).
import type { Steps } from '../json-places'
import { isObject, type JsonObject, walkSchemas } from './schema-places'

/** The vendor's `Schema` has these members and no others; an unknown one is refused. */
const known = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'items',
  'minItems',
  'maxItems',
  'properties',
  'required',
  'propertyOrdering',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'anyOf',
  'default',
  'example',
])

interface ForeignWord {
  readonly steps: Steps
  /** After the place: “is not known …”. */
  readonly message: string
  /** All of it is taken where the schema is sent as JSON Schema. */
  readonly isOfJsonSchema: boolean
}

export function findForeignWords(schema: unknown, member: 'responseSchema' | 'parameters'): ForeignWord[] {
  if (!isObject(schema)) return []
  return [...walkSchemas(schema)].flatMap(([each, steps]) =>
    listWords(each, member).map((word) => ({ ...word, steps: [...steps, ...word.steps] })),
  )
}

function listWords(schema: JsonObject, member: string): ForeignWord[] {
  const { type, enum: values } = schema
  const words: ForeignWord[] = Object.keys(schema)
    .filter((keyword) => !known.has(keyword))
    .map((keyword) => ({ steps: [keyword], message: `is not known to ${member}`, isOfJsonSchema: true }))
  if (Array.isArray(type)) {
    const message = `must be one type in ${member}; “nullable” says that null is allowed`
    words.push({ steps: ['type'], message, isOfJsonSchema: true })
  }
  if (Array.isArray(values) && values.some((value) => typeof value !== 'string'))
    words.push({ steps: ['enum'], message: `may hold only texts in ${member}`, isOfJsonSchema: true })
  return [...words, ...listUnknownNames(schema)]
}

/** JSON Schema allows it; the vendor refuses it, and no answer could be meant by it. */
function listUnknownNames({ required, properties }: JsonObject): ForeignWord[] {
  if (!Array.isArray(required)) return []
  const names = isObject(properties) ? Object.keys(properties) : []
  return required.flatMap((name, index) =>
    names.includes(String(name))
      ? []
      : [
          {
            steps: ['required', index],
            message: `is required, but no property has this name: ${name}`,
            isOfJsonSchema: false,
          },
        ],
  )
}
