// Declarations of functions: parsing, checks, and their editor.
import { describe, expect, test } from 'vitest'
import type { FunctionSettings } from '#shared/schemas/chat-parameters'
import { createJsonSchemas } from '#workspace/json-schema/validate-json'
import { declarationTemplates } from '../editor-templates'
import {
  addDeclarations,
  checkDeclarations,
  convertPasted,
  describeParsed,
  findFreeName,
  listInvalidMocks,
  parseDeclarations,
  parseMock,
  plainDeclarations,
  toFunctionSettings,
  toFunctionsDraft,
} from './parse-declarations'

describe('parse declarations', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } } }
  const weather = { name: 'get_weather', description: 'The weather.', parameters }

  test('does not change a list or a single declaration, including unknown members', () => {
    const found = {
      declaration: { ...weather, behavior: 'BLOCKING' },
      steps: [0],
      schemaSteps: [0, 'parameters'],
    }
    expect(parseDeclarations([{ ...weather, behavior: 'BLOCKING' }])).toEqual({
      found: [found],
      invalid: [],
      formats: [],
      skipped: [],
    })
    expect(parseDeclarations({ name: 'now' }).found).toEqual([
      { declaration: { name: 'now' }, steps: [], schemaSteps: null },
    ])
  })

  test('extracts the functions of a Gemini request, and names other tools', () => {
    const request = { tools: [{ functionDeclarations: [weather] }, { googleSearch: {} }], contents: [] }
    const parsed = parseDeclarations(request)
    expect(parsed).toEqual({
      found: [
        {
          declaration: weather,
          steps: ['tools', 0, 'functionDeclarations', 0],
          schemaSteps: ['tools', 0, 'functionDeclarations', 0, 'parameters'],
        },
      ],
      invalid: [],
      formats: ['the request’s tools field'],
      skipped: ['googleSearch'],
    })
    expect(parseDeclarations({ functionDeclarations: [weather] }).formats).toEqual(['Gemini API format'])
    expect(describeParsed(parsed)).toBe(
      'Found 1 function in the request’s tools field. Skipped, not functions: googleSearch.',
    )
  })

  test('converts other formats, and assigns full JSON Schema to the member that supports it', () => {
    const strict = { ...parameters, additionalProperties: false }
    const parsed = parseDeclarations([
      { type: 'function', function: { ...weather, strict: true } },
      { type: 'function', name: 'flat', parameters: strict, strict: true },
      { name: 'look_up', description: 'x', input_schema: parameters },
      { name: 'mcp', inputSchema: strict, annotations: {} },
    ])
    expect(parsed).toEqual({
      found: [
        { declaration: weather, steps: [0, 'function'], schemaSteps: [0, 'function', 'parameters'] },
        {
          declaration: { name: 'flat', parametersJsonSchema: strict },
          steps: [1],
          schemaSteps: [1, 'parameters'],
        },
        {
          declaration: { name: 'look_up', description: 'x', parameters },
          steps: [2],
          schemaSteps: [2, 'input_schema'],
        },
        {
          declaration: { name: 'mcp', parametersJsonSchema: strict },
          steps: [3],
          schemaSteps: [3, 'inputSchema'],
        },
      ],
      invalid: [],
      formats: ['OpenAI format', 'Anthropic format', 'MCP format'],
      skipped: [],
    })
  })

  test('reports the path of an invalid declaration', () => {
    expect(parseDeclarations([weather, 'get_weather', { description: 'nameless' }, null]).invalid).toEqual([
      [1],
      [2],
      [3],
    ])
  })
})

describe('change declarations', () => {
  const openAi = '{"type": "function", "function": {"name": "b"}}'
  const read = (text: string | null) => text && JSON.parse(text)

  test('appends declarations, but not to or from a text with something else', () => {
    expect(read(addDeclarations('{"name": "a"}', openAi))).toEqual([{ name: 'a' }, { name: 'b' }])
    expect(read(addDeclarations(' ', `[${openAi}]`))).toEqual([{ name: 'b' }])
    const invalid = [addDeclarations('[', openAi), addDeclarations('[]', 'oops'), plainDeclarations('[1]')]
    expect(invalid).toEqual([null, null, null])
  })

  test('converts a pasted text of another format so that it fits its context', () => {
    expect(read(convertPasted(openAi, true))).toEqual([{ name: 'b' }])
    expect(read(`[${convertPasted(`[${openAi}, {"name": "c"}]`, false)}]`)).toEqual([
      { name: 'b' },
      { name: 'c' },
    ])
    for (const text of ['"get_weather"', '[{"name": "a"}]', 'type', '{"type": "string"}'])
      expect(convertPasted(text, true)).toBe(text)
  })

  test('appends a number to a name that is already in use', () => {
    expect([findFreeName('a', []), findFreeName('a', ['a']), findFreeName('a', ['a', 'a_2'])]).toEqual([
      'a',
      'a_2',
      'a_3',
    ])
  })
})

const schemas = createJsonSchemas()
const check = (text: string) => checkDeclarations(text, async (schema) => schemas.check({ schema }))
const describeProblems = async (text: string) =>
  (await check(text)).problems.map(({ line, path, message, severity }) =>
    [line, path, severity === 'warning' ? `warning: ${message}` : message].join(' · '),
  )

test('names, descriptions and parameters are checked, and each problem is located', async () => {
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

test('a problem of another format is located in that format', async () => {
  const text = '[{"type":"function","function":{"name":"a","parameters":{"type":"object","required":"x"}}}]'
  const { problems } = await check(text)
  expect(problems.map(({ path, from, to }) => [path, text.slice(from, to)])).toEqual([
    ['$[0].function.parameters.required', '"x"'],
  ])
})

test('invalid JSON is reported with its line, and an empty text is accepted', async () => {
  expect(await describeProblems('[\n  {"name": }\n]')).toEqual(['2 ·  · Expected a value'])
  expect(await check(' \n')).toMatchObject({ problems: [], declarations: [] })
})

test('a keyword that only `parametersJsonSchema` supports is a warning, but can be sent', async () => {
  const text = '{"name":"a","parameters":{"type":"object","additionalProperties":false}}'
  expect(await describeProblems(text)).toEqual([
    '1 · $.parameters.additionalProperties · warning: isn’t supported by parameters; use “parametersJsonSchema” for full JSON Schema',
  ])
  expect((await check(text)).declarations).toEqual([JSON.parse(text)])
})

test('the templates of declarations are accepted', async () => {
  const text = JSON.stringify(declarationTemplates.map(({ declaration }) => declaration))
  expect((await check(text)).problems).toEqual([])
})

const settings: FunctionSettings = {
  on: false,
  declarations: [{ name: 'a', parameters: { type: 'object' }, behavior: 'BLOCKING' }],
  mode: 'ANY',
  mocks: [{ name: 'a', response: { output: 1 } }],
  answerWithMocks: true,
}

test('settings of functions become a draft and settings again', () => {
  const draft = toFunctionsDraft(settings)
  expect(toFunctionSettings(draft, JSON.parse(draft.text), settings.on)).toEqual(settings)
})

test('functions are turned on only with their first declaration', () => {
  const empty = toFunctionsDraft(undefined)
  expect(empty).toEqual({ text: '', mode: 'AUTO', mocks: {}, answerWithMocks: false })
  expect([
    toFunctionSettings(empty, [{ name: 'a' }], undefined).on,
    toFunctionSettings(empty, [], true).on,
    toFunctionSettings(empty, [{ name: 'a' }], false).on,
  ]).toEqual([true, false, false])
})

test('a mock is a JSON object or blank', () => {
  expect(['', '{"a": 1}', '[1]', 'null', '{'].map(parseMock)).toEqual([
    { response: null },
    { response: { a: 1 } },
    { error: 'must be a JSON object: {"output": …}' },
    { error: 'must be a JSON object: {"output": …}' },
    { error: 'isn’t valid JSON' },
  ])
  expect(listInvalidMocks({ ...toFunctionsDraft(settings), mocks: { a: '{}', b: '1', c: ' ' } })).toEqual([
    'b',
  ])
})
