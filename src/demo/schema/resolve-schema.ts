// Resolves references, combinations and both spellings of type names into one plain schema.
import type { ApiError } from '#shared/schemas/api-error'
import { isObject, type JsonObject } from '#shared/wire/json-objects'
import { invalidArgument } from '../generation/fields'

export type Schema = JsonObject

/** Depth of nesting beyond which only required members are written. */
export const maxDepth = 5

export function schemaError(path: string, message: string): ApiError {
  return invalidArgument(
    `response schema${path ? ` at ${path}` : ''}: ${message}`,
    'generationConfig.responseSchema',
  )
}

/** Follows `$ref`, merges `allOf` and chooses from `anyOf`/`oneOf` until the schema can be filled. */
export function resolveSchema(schema: unknown, root: unknown, depth: number): Schema {
  let current: Schema = isObject(schema) ? schema : {}
  for (let step = 0; step < 32; step += 1) {
    const { $ref, allOf, anyOf, oneOf, any_of, ...rest } = current
    if (typeof $ref === 'string') current = merge(followReference($ref, root), rest)
    else if (Array.isArray(allOf))
      current = allOf.reduce<Schema>((sum, part) => merge(sum, resolveSchema(part, root, depth)), {
        ...rest,
        ...(anyOf ? { anyOf } : {}),
      })
    else {
      const options = [anyOf, oneOf, any_of].find((list) => Array.isArray(list) && list.length > 0)
      if (!Array.isArray(options)) return current
      current = merge(chooseOption(options, root, depth), rest)
    }
  }
  throw schemaError('', 'the references are circular')
}

function followReference(reference: string, root: unknown): Schema {
  const names = reference.replace(/^#\/?/, '').split('/').filter(Boolean)
  let target: unknown = root
  for (const name of names) {
    const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
    target = isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined
  }
  if (isObject(target)) return target
  throw schemaError('', `the reference "${reference}" cannot be resolved`)
}

/** The first option that is not null. At great depth, the one without nesting. */
function chooseOption(options: readonly unknown[], root: unknown, depth: number): Schema {
  const schemas = options.filter(isObject)
  const plain = schemas.filter((option) => !allowsOnlyNull(option))
  if (depth < maxDepth) return plain[0] ?? schemas[0] ?? {}
  const flat = schemas.find((option) => {
    const { type } = option.$ref ? resolveSchema(option, root, depth) : option
    return !['object', 'array'].includes(String(type).toLowerCase())
  })
  return flat ?? plain[0] ?? {}
}

function allowsOnlyNull(schema: Schema): boolean {
  return String(schema.type).toLowerCase() === 'null' || schema.const === null
}

function merge(base: Schema, over: Schema): Schema {
  const properties = isObject(base.properties) && isObject(over.properties)
  const required = [base.required, over.required].flatMap((list) => (Array.isArray(list) ? list : []))
  return {
    ...base,
    ...over,
    ...(properties ? { properties: { ...(base.properties as Schema), ...(over.properties as Schema) } } : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  }
}

/** The type name in lower case, guessed from other keywords if absent. */
export function typeOf(schema: Schema): string {
  const { type } = schema
  if (Array.isArray(type)) {
    const names = type.map((name) => String(name).toLowerCase())
    return names.find((name) => name !== 'null') ?? 'null'
  }
  if (typeof type === 'string' && type.toUpperCase() !== 'TYPE_UNSPECIFIED') return type.toLowerCase()
  if ('properties' in schema || 'additionalProperties' in schema || 'required' in schema) return 'object'
  if ('items' in schema || 'prefixItems' in schema) return 'array'
  if ('minimum' in schema || 'maximum' in schema || 'multipleOf' in schema) return 'number'
  return 'string'
}
