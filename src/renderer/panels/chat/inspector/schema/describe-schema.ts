// What a schema is about, in one line.
import { isObject, type JsonObject } from './schema-places'

const mostNames = 4

/** `An object with name, role and 2 more.` */
export function describeSchema(schema: JsonObject): string {
  if (Object.keys(schema).length === 0) return 'No schema: any JSON.'
  const type = String(schema.type ?? '').toLowerCase()
  if (type === 'array')
    return isObject(schema.items) ? `A list of ${describeItems(schema.items)}.` : 'A list.'
  if (type === 'object' || isObject(schema.properties)) return `An object${describeMembers(schema)}.`
  return type ? `One value: ${type}.` : 'A schema of several forms.'
}

function describeItems(items: JsonObject): string {
  const type = String(items.type ?? '').toLowerCase()
  if (type === 'object' || isObject(items.properties)) return `objects${describeMembers(items)}`
  return type ? `${type} values` : 'values'
}

function describeMembers({ properties }: JsonObject): string {
  const names = isObject(properties) ? Object.keys(properties) : []
  if (names.length === 0) return ''
  const rest = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return ` with ${names.slice(0, mostNames).join(', ')}${rest}`
}
