import { expect, test } from 'vitest'
import { createJsonSchemas } from '#workspace/json-schema/validate-json'
import { declarationTemplates } from '../editor-templates'
import { checkDeclarations } from './check-declarations'

const schemas = createJsonSchemas()
const check = (text: string) => checkDeclarations(text, async (schema) => schemas.check({ schema }))
const describeProblems = async (text: string) =>
  (await check(text)).problems.map(({ line, path, message, severity }) =>
    [line, path, severity === 'warning' ? `warning: ${message}` : message].join(' · '),
  )

test('checks names, descriptions and parameters, and locates each problem', async () => {
  const text = `[
  { "name": "get weather" },
  { "name": "a", "description": 1 },
  { "name": "a", "parameters": [] },
  { "description": "nameless" },
  { "name": "b", "parameters": { "type": "string" } },
  { "name": "c", "parameters": { "type": "object", "properties": { "x": { "type": "strng" } } } }
]`
  expect(await describeProblems(text)).toEqual([
    '5 · $[3] · isn’t a function declaration: it has no name',
    '2 · $[0].name · must start with a letter or underscore and have up to 64 letters, digits, underscores, dots, colons, or dashes',
    '3 · $[1].description · must be a string',
    '4 · $[2].name · "a" is declared twice',
    '4 · $[2].parameters · must be an object',
    '6 · $[4].parameters.type · must be of type "object", because functions take named arguments',
    '7 · $[5].parameters.properties.x.type · must be one of string, number, integer, boolean, array, object, null',
  ])
  expect((await check(text)).declarations).toBeNull()
})

test('locates a problem of another format in that format', async () => {
  const text = '[{"type":"function","function":{"name":"a","parameters":{"type":"object","required":"x"}}}]'
  const { problems } = await check(text)
  expect(problems.map(({ path, from, to }) => [path, text.slice(from, to)])).toEqual([
    ['$[0].function.parameters.required', '"x"'],
  ])
})

test('reports the line of invalid JSON, and accepts an empty text', async () => {
  expect(await describeProblems('[\n  {"name": }\n]')).toEqual(['2 ·  · Expected a value'])
  expect(await check(' \n')).toMatchObject({ problems: [], declarations: [] })
})

test('warns about a keyword that only `parametersJsonSchema` supports, but allows sending', async () => {
  const text = '{"name":"a","parameters":{"type":"object","additionalProperties":false}}'
  expect(await describeProblems(text)).toEqual([
    '1 · $.parameters.additionalProperties · warning: isn’t supported by parameters; use “parametersJsonSchema” for full JSON Schema',
  ])
  expect((await check(text)).declarations).toEqual([JSON.parse(text)])
})

test('accepts the templates', async () => {
  const text = JSON.stringify(declarationTemplates.map(({ declaration }) => declaration))
  expect((await check(text)).problems).toEqual([])
})
