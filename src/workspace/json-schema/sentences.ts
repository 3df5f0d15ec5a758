// Says in a plain sentence what Ajv has found.
import type { ErrorObject } from 'ajv'

/** What an error tells beside its place. Ajv's parameters have another shape for each keyword. */
interface Finding {
  readonly params: Readonly<Record<string, unknown>>
  readonly schema: unknown
  readonly data: unknown
}

type Sentence = (finding: Finding) => string

const atLeast = (one: string, many: string): Sentence => limitSentence('at least', one, many)
const atMost = (one: string, many: string): Sentence => limitSentence('at most', one, many)

function limitSentence(bound: string, one: string, many: string): Sentence {
  return ({ params: { limit } }) => `must have ${bound} ${limit} ${limit === 1 ? one : many}`
}

const sentences: Readonly<Record<string, Sentence>> = {
  type: ({ params, data }) => `must be ${nameTypes(params.type)}, but is ${nameValue(data)}`,
  required: () => 'is missing',
  dependentRequired: ({ params }) => `is missing, although "${params.property}" is there`,
  dependencies: ({ params }) => `is missing, although "${params.property}" is there`,
  additionalProperties: () => 'is not allowed here',
  unevaluatedProperties: () => 'is not allowed here',
  enum: ({ params }) => `must be one of ${listValues(params.allowedValues)}`,
  const: ({ params }) => `must be ${write(params.allowedValue)}`,
  minimum: ({ params }) => `must be ${params.limit} or more`,
  maximum: ({ params }) => `must be ${params.limit} or less`,
  exclusiveMinimum: ({ params }) => `must be more than ${params.limit}`,
  exclusiveMaximum: ({ params }) => `must be less than ${params.limit}`,
  multipleOf: ({ params }) => `must be a multiple of ${params.multipleOf}`,
  minLength: atLeast('letter', 'letters'),
  maxLength: atMost('letter', 'letters'),
  minItems: atLeast('item', 'items'),
  maxItems: atMost('item', 'items'),
  additionalItems: atMost('item', 'items'),
  unevaluatedItems: () => 'has more items than are allowed',
  minProperties: atLeast('property', 'properties'),
  maxProperties: atMost('property', 'properties'),
  uniqueItems: ({ params }) => `must not repeat itself: items ${params.i} and ${params.j} are equal`,
  contains: () => 'has no item that it must contain',
  pattern: ({ params }) => `must match the pattern ${params.pattern}`,
  format: ({ params }) => `must be written as ${params.format}`,
  propertyNames: ({ params }) => `has a property whose name is not allowed: "${params.propertyName}"`,
  anyOf: () => 'is none of the forms that are allowed here',
  oneOf: ({ params }) =>
    Array.isArray(params.passingSchemas)
      ? 'fits more than one of the forms of which it must fit exactly one'
      : 'is none of the forms that are allowed here',
  not: () => 'must not be of this form',
  if: ({ params }) => `does not meet the condition under "${params.failingKeyword}"`,
  'false schema': () => 'is not allowed here',
}

export function toSentence({ keyword, params, schema, data, message }: ErrorObject): string {
  return sentences[keyword]?.({ params, schema, data }) ?? message ?? 'is not valid'
}

function nameTypes(types: unknown): string {
  return [types].flat().map(withArticle).join(' or ')
}

function withArticle(type: unknown): string {
  if (type === 'null') return 'null'
  return `${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${type}`
}

function nameValue(value: unknown): string {
  if (value === null) return 'null'
  return withArticle(Array.isArray(value) ? 'array' : typeof value)
}

const mostListed = 12

function listValues(values: unknown): string {
  const all = [values].flat()
  const rest = all.length > mostListed ? ` and ${all.length - mostListed} more` : ''
  return `${all.slice(0, mostListed).map(write).join(', ')}${rest}`
}

const longestValue = 60

function write(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}
