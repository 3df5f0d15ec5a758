// What is wrong with a schema's text. The schemas are checked by the application's own checker.
import { expect, test } from 'vitest'
import { createJsonSchemas } from '#workspace/json-schema/validate-json'
import { checkSchemaText } from './check-schema-text'

const schemas = createJsonSchemas()
const check = (text: string, sentAs: 'responseSchema' | 'responseJsonSchema' = 'responseJsonSchema') =>
  checkSchemaText({ text, sentAs }, async (schema) => schemas.check({ schema }))

test('a problem is marked where it is', async () => {
  const text = '{\n  "type": "object",\n  "properties": { "first name": { "type": "strng" } }\n}'
  const { problems, schema } = await check(text)
  expect(problems.map(({ path, line, from, to }) => [path, line, text.slice(from, to)])).toEqual([
    ['$.properties["first name"].type', 3, '"strng"'],
  ])
  expect(schema).toBeNull()
})

test('words that only JSON Schema has are warned of where they would not be taken', async () => {
  const text = '{"type": "object", "additionalProperties": false}'
  expect(await check(text)).toEqual({
    problems: [],
    schema: { type: 'object', additionalProperties: false },
    hasForeignWords: false,
  })
  expect(await check(text, 'responseSchema')).toMatchObject({
    problems: [{ path: '$.additionalProperties', severity: 'warning' }],
    schema: { type: 'object', additionalProperties: false },
    hasForeignWords: true,
  })
})

test('a blank text is any JSON, a list is no schema', async () => {
  expect(await check(' ')).toEqual({ problems: [], schema: {}, hasForeignWords: false })
  expect(await check('[]')).toMatchObject({ problems: [{ path: '$', message: 'must be an object' }] })
})
