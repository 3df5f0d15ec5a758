// What stands in a result's editor before anything is typed: the shape that the declaration promises.
import type { FunctionDeclaration } from '#shared/schemas/chat-parameters'

type JsonObject = Readonly<Record<string, unknown>>

const deepest = 6

/** Always an object (wire §2.3): a value of another type stands under `output`. */
export function toSkeleton(declaration: FunctionDeclaration | undefined): Record<string, unknown> {
  const schema = declaration?.response ?? declaration?.responseJsonSchema
  if (!isObject(schema)) return { output: null }
  const value = toValue(schema, 0)
  return isObject(value) ? { ...value } : { output: value }
}

function toValue(schema: unknown, depth: number): unknown {
  if (!isObject(schema) || depth > deepest) return null
  for (const name of ['example', 'default', 'const']) if (schema[name] !== undefined) return schema[name]
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0]
  const [choice] = [schema.anyOf, schema.oneOf].flatMap((choices) => (Array.isArray(choices) ? choices : []))
  if (choice !== undefined) return toValue(choice, depth + 1)
  switch (readType(schema)) {
    case 'object':
      return mapProperties(schema.properties, (property) => toValue(property, depth + 1))
    case 'array':
      return isObject(schema.items) ? [toValue(schema.items, depth + 1)] : []
    case 'string':
      return ''
    case 'number':
    case 'integer':
      return 0
    case 'boolean':
      return false
    default:
      return null
  }
}

/** Lower-case; the vendor's SDKs write types in upper case (wire §2.3). */
function readType({ type, properties }: JsonObject): string {
  const names: unknown[] = Array.isArray(type) ? type : [type]
  const name = names.find((each) => typeof each === 'string' && each.toLowerCase() !== 'null')
  if (typeof name === 'string') return name.toLowerCase()
  return isObject(properties) ? 'object' : 'null'
}

function mapProperties(properties: unknown, toEach: (property: unknown) => unknown): JsonObject {
  if (!isObject(properties)) return {}
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, toEach(property)]))
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
