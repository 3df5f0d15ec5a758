// Invalid schemas, JSON that does not match, and hostile input.
import { expect, test } from 'vitest'
import { readVerdict } from '#shared/schemas/json-problem'
import { createJsonSchemas } from './validate-json'

const schemas = createJsonSchemas()
const check = (schema: unknown) => schemas.check({ schema }).map(({ path, message }) => `${path} ${message}`)
const validate = (schema: unknown, value: unknown) =>
  schemas
    .validate({ schema, text: typeof value === 'string' ? value : JSON.stringify(value) })
    .map(({ path, message }) => `${path} ${message}`)

const person = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1 },
    age: { type: 'integer', minimum: 0 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2, uniqueItems: true },
  },
  required: ['name', 'age'],
  additionalProperties: false,
}

test('valid schemas have no problems', () => {
  const valid = [
    person,
    {},
    { type: ['string', 'null'], description: 'x', title: 'y', default: null, examples: [1] },
    {
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
      $ref: '#/$defs/node',
    },
    { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }], definitions: {} },
    { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ type: 'string' }] },
    { $schema: 'https://example.com/unknown-draft', type: 'string' },
    { type: 'OBJECT', properties: { type: { type: 'STRING', format: 'enum', enum: ['A', 'B'] } } },
    { type: ['STRING', 'NULL'] },
    { type: 'ARRAY', items: { type: 'NUMBER', nullable: true }, minItems: '1', maxItems: '3' },
    { type: 'string', format: 'unknown-format', 'x-vendor': { type: 5 } },
    { type: 'object', propertyOrdering: ['b', 'a'], properties: { properties: { type: 'string' } } },
  ]
  for (const schema of valid) expect([schema, check(schema)]).toEqual([schema, []])
})

test.each([
  [
    { type: 'object', properties: { age: { type: 'nummer' } } },
    ['$.properties.age.type must be one of string, number, integer, boolean, array, object, null'],
  ],
  [
    { type: 'object', properties: { 'first name': { type: 'STRNG' } } },
    ['$.properties["first name"].type must be one of string, number, integer, boolean, array, object, null'],
  ],
  [{ properties: { a: 5 } }, ['$.properties.a must be an object or a boolean, not a number']],
  [{ required: 'name' }, ['$.required must be an array, not a string']],
  [{ items: [{ type: 'string' }] }, ['$.items must be an object or a boolean, not an array']],
  [{ anyOf: [] }, ['$.anyOf must have at least 1 item']],
  [{ anyOf: [{ minimum: '5' }] }, ['$.anyOf[0].minimum must be a number, not a string']],
  [{ required: ['a', 'a'] }, ['$.required must not contain duplicates: items 0 and 1 are equal']],
  [
    { properties: { a: { $ref: '#/$defs/gone' } } },
    ['$.properties.a.$ref refers to #/$defs/gone, which doesn’t exist'],
  ],
  [{ $ref: 'https://example.com/other' }, ['$.$ref must point to a location in this schema (#/…)']],
  [{ properties: { a: { pattern: '(' } } }, ['$.properties.a.pattern is not a valid regular expression']],
  [{ patternProperties: { '[': {} } }, ['$.patternProperties["["] is not a valid regular expression']],
  [
    { type: 'objekt', properties: { a: { minLength: -1 } } },
    [
      '$.properties.a.minLength must be at least 0',
      '$.type must be one of string, number, integer, boolean, array, object, null',
    ],
  ],
  [[], ['$ must be an object']],
  ['{}', ['$ must be an object']],
  [null, ['$ must be an object']],
  [true, ['$ must be an object']],
])('reports the problems of %j with their paths', (schema, problems) => {
  expect(check(schema)).toEqual(problems)
})

test('reports every violation with its path', () => {
  expect(validate(person, { name: 'Ada', age: 36 })).toEqual([])
  expect(validate(person, { name: '', age: -1.5, tags: ['a', 5, 'a'], extra: 1 })).toEqual([
    '$.extra isn’t allowed here',
    '$.name must have at least 1 character',
    '$.age must be an integer, not a number',
    '$.age must be at least 0',
    '$.tags must have at most 2 items',
    '$.tags[1] must be a string, not a number',
    '$.tags must not contain duplicates: items 0 and 2 are equal',
  ])
  expect(validate({ items: person }, [{ name: 'Ada', age: 1 }, { age: 2 }])).toEqual(['$[1].name is missing'])
  expect(validate({ type: 'string', format: 'date' }, '"2026-13-45"')).toEqual(['$ must be in date format'])
  expect(validate({ type: 'string', format: 'unknown-format' }, '"x"')).toEqual([])
  const texts = { additionalProperties: { additionalProperties: { type: 'string' } } }
  expect(validate(texts, { 'a/b~c': { 'd e': 1 }, '0': { größe: 2 } })).toEqual([
    '$["0"].größe must be a string, not a number',
    '$["a/b~c"]["d e"] must be a string, not a number',
  ])
  // No more than these are reported.
  const list = Array.from({ length: 10_000 }, (_, index) => index)
  expect(validate({ items: { type: 'string' } }, list)).toHaveLength(200)
})

test('reports invalid JSON as one problem with line and column', () => {
  expect(validate(person, '{\n  "name": "Ada",\n  "age" 5\n}')).toEqual([
    '$ Not valid JSON at line 3, column 9: colon expected.',
  ])
  expect(validate(person, '')).toEqual(['$ Empty input. Expected JSON.'])
  expect(validate(person, '{"name": "Ada", "age": 5,}')).toHaveLength(1)
  expect(validate(person, 'Here you are: {"name": "Ada"}')).toHaveLength(1)
})

test('supports the vendors’ upper-case types, nullable, and counts as strings', () => {
  const schema = {
    type: 'OBJECT',
    properties: {
      mood: { type: 'STRING', enum: ['GOOD', 'BAD'], nullable: true },
      list: { type: 'ARRAY', items: { type: 'INTEGER' }, minItems: '2' },
      either: { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }], nullable: true },
    },
  }
  expect(validate(schema, { mood: null, list: [1, 2], either: null })).toEqual([])
  expect(validate(schema, { either: true })).toEqual(['$.either doesn’t match any of the allowed schemas'])
  expect(validate(schema, { mood: 'SO SO', list: [1] })).toEqual([
    '$.mood must be one of "GOOD", "BAD", null',
    '$.list must have at least 2 items',
  ])
  const reference = { nullable: true, $ref: '#/$defs/name', $defs: { name: { type: 'STRING' } } }
  const anyOf = '$ doesn’t match any of the allowed schemas'
  expect(['null', '"x"', '5'].map((value) => validate(reference, value))).toEqual([[], [], [anyOf]])
})

test('reports the errors of the one branch that has the value’s type', () => {
  const maybe = { anyOf: [{ type: 'null' }, { type: 'object', required: ['a'] }] }
  expect(validate(maybe, { b: 1 })).toEqual(['$.a is missing'])
  expect(validate(maybe, 'text in quotes'.replace(/.*/, '"x"'))).toEqual([
    '$ doesn’t match any of the allowed schemas',
  ])
  const shapes = {
    oneOf: [
      { properties: { kind: { const: 'circle' } }, required: ['kind', 'radius'] },
      { properties: { kind: { const: 'square' } }, required: ['kind', 'side'] },
    ],
  }
  expect(validate(shapes, { kind: 'oval' })).toEqual(['$ doesn’t match any of the allowed schemas'])
})

test('treats referenced branches of a choice like inline ones', () => {
  const pet = (kind: string, needed: string) => ({
    type: 'object',
    properties: { kind: { const: kind }, [needed]: { type: 'string' } },
    required: ['kind', needed],
  })
  const schema = {
    $defs: { cat: pet('cat', 'purr'), dog: pet('dog', 'bark'), name: { type: 'string', minLength: 2 } },
    properties: {
      owner: { anyOf: [{ $ref: '#/$defs/name' }, { type: 'null' }] },
      pet: { anyOf: [{ $ref: '#/$defs/cat' }, { $ref: '#/$defs/dog' }] },
      age: { type: 'number' },
    },
  }
  expect(validate(schema, { owner: 'A', age: 'x' })).toEqual([
    '$.owner must have at least 2 characters',
    '$.age must be a number, not a string',
  ])
  expect(validate(schema, { age: 1, pet: {} })).toEqual(['$.pet doesn’t match any of the allowed schemas'])
  expect(
    validate({ allOf: [{ required: ['a'] }, { anyOf: [{ required: ['b'] }, { required: ['c'] }] }] }, {}),
  ).toEqual(['$.a is missing', '$ doesn’t match any of the allowed schemas'])
})

test('an invalid schema leaves the JSON unchecked', () => {
  expect(schemas.validate({ schema: { properties: { a: { type: 'nummer' } } }, text: '{}' })).toEqual([
    {
      path: '$',
      message:
        'Couldn’t validate the JSON. The schema isn’t valid: $.properties.a.type must be one of string, number, integer, boolean, array, object, null.',
      unchecked: true,
    },
  ])
})

test('a timeout leaves the JSON unchecked', () => {
  const schema = { type: 'string', pattern: '^(a+)+$' }
  const verdict = (text: string) => readVerdict(createJsonSchemas(200).validate({ schema, text }))
  expect([verdict(`"${'a'.repeat(60)}!"`), verdict('"aaa"'), verdict('5')]).toEqual([
    {
      kind: 'unchecked',
      reason:
        'Couldn’t validate the JSON. Validation timed out after 200 ms. Look for nested quantifiers in patterns or circular references.',
    },
    { kind: 'matches' },
    { kind: 'differs', problems: [{ path: '$', message: 'must be a string, not a number' }] },
  ])
})

const nested = (depth: number) => {
  let schema: Record<string, unknown> = { type: 'string' }
  for (let level = 0; level < depth; level += 1) schema = { type: 'array', items: schema }
  return schema
}
/** Each definition refers twice to the next: 2^40 paths. */
const doubling = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => {
    const next = { $ref: `#/$defs/d${index + 1}` }
    return [`d${index}`, { allOf: [next, next] }]
  }),
)

const circular = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }
const doubled = { $defs: { ...doubling, d40: {} }, $ref: '#/$defs/d0' }
const backtracking = { type: 'string', pattern: '^(a+)+$' }
const ofObjects = { properties: { constructor: { type: 'string' } }, required: ['__proto__'] }
const timedOut = /Couldn’t validate the JSON\. Validation timed out/

test.each<[name: string, expected: RegExp, schema: object, text: string]>([
  ['a schema that refers to itself', /is a circular reference/, { $ref: '#' }, '{}'],
  ['two schemas that refer to each other', /has a circular reference/, circular, '1'],
  ['references that double', timedOut, doubled, '1'],
  ['a pattern that backtracks', timedOut, backtracking, `"${'a'.repeat(60)}!"`],
  ['a schema that is very deep', /more than 100 levels deep/, nested(5000), '[]'],
  ['an asynchronous schema', /must be a string/, { $async: true, type: 'string' }, '1'],
  ['JSON that is very deep', /Nested too deeply/, {}, '['.repeat(200_000)],
  ['a property name of JavaScript objects', /\$\.__proto__ is missing/, ofObjects, '{}'],
])('%s ends in one problem', (_, expected, ...[schema, text]) => {
  const checker = expected === timedOut ? createJsonSchemas(200) : schemas
  const message = expect.stringMatching(expected)
  expect(checker.validate({ schema, text }).map((one) => `${one.path} ${one.message}`)).toEqual([message])
})

test('schemas and subschemas may have the same $id', () => {
  const named = (type: string) => ({ $id: 'https://example.com/thing', type })
  expect(validate(named('string'), '1')).toEqual(['$ must be a string, not a number'])
  expect(validate(named('number'), '1')).toEqual([])
  const schema = { properties: { a: named('string'), b: named('number') } }
  expect(validate(schema, { a: 1, b: 2 })).toEqual(['$.a must be a string, not a number'])
})

test.each([{}, { $id: 'https://example.com/tree' }, { $schema: 'http://json-schema.org/draft-07/schema#' }])(
  'a recursive schema applies at every depth: %j',
  (words) => {
    const schema = { ...words, type: 'array', items: { $ref: '#' } }
    expect(check(schema)).toEqual([])
    expect(validate(schema, [[[5]]])).toEqual(['$[0][0][0] must be an array, not a number'])
  },
)

test.each(['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'])(
  'a schema with the $id of the draft %s does not affect the next one',
  ($schema) => {
    const named = {
      $schema,
      $id: $schema,
      type: 'object',
      properties: { a: { $id: $schema, type: 'string' } },
    }
    expect(validate(named, { a: 5 })).toEqual(['$.a must be a string, not a number'])
    expect(check({ $schema, type: 'text' })).toHaveLength(1)
    expect(validate({ $schema, type: 'object' }, {})).toEqual([])
  },
)

test('a validation that timed out at any point does not affect the next one', () => {
  const schema = {
    type: 'array',
    items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  }
  for (let timeoutMs = 1; timeoutMs <= 40; timeoutMs += 1) createJsonSchemas(timeoutMs).check({ schema })
  expect(validate(schema, [{ name: 'Ada' }, {}])).toEqual(['$[1].name is missing'])
})
