import { describe, expect, test } from 'vitest'
import {
  addDeclarations,
  convertPasted,
  describeParsed,
  findFreeName,
  parseDeclarations,
  plainDeclarations,
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
