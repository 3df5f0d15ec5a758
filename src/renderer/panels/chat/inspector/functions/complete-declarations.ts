// What may be written where in a text of function declarations.
import type { CodeCompletion, JsonPlace } from '../../../../components/code-completion'
import { completeSchema, membersAt, without } from '../schema/complete-schema'

const keys: readonly CodeCompletion[] = [
  { label: 'name', json: '""', description: 'letters, digits, _' },
  { label: 'description', json: '""', description: 'when to call it' },
  { label: 'parameters', json: '{}', description: 'a schema of its arguments' },
  { label: 'parametersJsonSchema', json: '{}', description: 'all of JSON Schema' },
  { label: 'response', json: '{}', description: 'a schema of its result' },
]

const schemaKeys = ['parameters', 'parametersJsonSchema', 'response', 'responseJsonSchema']

export function completeDeclarations(place: JsonPlace): readonly CodeCompletion[] {
  const start = place.path.findIndex((step) => schemaKeys.includes(String(step)))
  if (start !== -1 && place.path.length > start + 1)
    return completeSchema(place, place.path.slice(0, start + 1))
  const depth = place.path.filter((step) => typeof step !== 'number').length
  return place.isKey && depth === 1 ? without(keys, membersAt(place.text, place.path.slice(0, -1))) : []
}
