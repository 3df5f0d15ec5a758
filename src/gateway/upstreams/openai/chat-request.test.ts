// Tests the translation of requests: every field that has an equivalent, and the rejection of those that have none.
import { describe, expect, test } from 'vitest'
import { servers } from '#shared/models/server-features'
import { guessServer } from '#shared/models/server-presets'
import { ApiError } from '#shared/schemas/api-error'
import type { ServerName } from '#shared/schemas/openai-profile'
import { toChatRequest } from './chat-request'
import { FieldReport, toIgnoredHeaders } from './field-report'
import type { JsonObject } from './json-objects'

const hello = [{ role: 'user', parts: [{ text: 'Hello' }] }]

function translate(request: JsonObject, server: ServerName = 'other', isStream = false) {
  const report = new FieldReport(servers[server].label)
  const chat = toChatRequest(request, { model: 'm', isStream, server: servers[server], report })
  return { ...chat, ignored: toIgnoredHeaders(report.ignored)['x-ignored-fields'] }
}

/** The body without the model. */
function bodyOf(request: JsonObject, server?: ServerName): JsonObject {
  const { model: _, ...body } = translate({ contents: hello, ...request }, server).body
  return body
}

function messagesOf(contents: readonly unknown[], server?: ServerName): unknown {
  return bodyOf({ contents }, server).messages
}

function rejection(request: JsonObject, server?: ServerName): { param: string | undefined; message: string } {
  try {
    translate({ contents: hello, ...request }, server)
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    const { code, http, param, message } = error as ApiError
    expect([code, http]).toEqual(['INVALID_ARGUMENT', 400])
    return { param, message }
  }
  throw new Error('The request was translated.')
}

test('a text becomes a user message', () => {
  expect(translate({ contents: hello }).body).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: 'Hello' }],
  })
})

test('a stream asks for usage', () => {
  expect(translate({ contents: hello }, 'other', true).body).toMatchObject({
    stream: true,
    stream_options: { include_usage: true },
  })
})

describe('messages', () => {
  test.each(['systemInstruction', 'system_instruction'])('%s comes first, whatever its role', (name) => {
    expect(bodyOf({ [name]: { role: 'user', parts: [{ text: 'Be' }, { text: 'brief' }] } }).messages).toEqual(
      [
        { role: 'system', content: 'Be\nbrief' },
        { role: 'user', content: 'Hello' },
      ],
    )
  })

  test('roles, and a turn without one', () => {
    const contents = [
      { parts: [{ text: 'a' }] },
      { role: 'model', parts: [{ text: 'b' }] },
      { role: 'user', parts: [{ text: 'c' }, { text: 'd' }] },
    ]
    expect(messagesOf(contents)).toEqual([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c\nd' },
    ])
  })

  test('chunks of a stream that a client added to the history one by one are one message, unchanged', () => {
    const chunks = ['Hel', 'lo ', 'there'].map((text) => ({ role: 'model', parts: [{ text }] }))
    expect(messagesOf([...hello, ...chunks, ...hello])).toMatchObject([
      {},
      { role: 'assistant', content: 'Hello there' },
      {},
    ])
  })

  test.each([
    { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
    { inline_data: { mime_type: 'image/png', data: 'AAAA' } },
  ])('an image becomes a data URL: %j', (image) => {
    expect(messagesOf([{ role: 'user', parts: [{ text: 'What is it?' }, image] }])).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
    ])
  })

  test.each([
    ['audio/wav', 'wav'],
    ['audio/x-wav', 'wav'],
    ['audio/mpeg', 'mp3'],
  ])('%s', (mimeType, format) => {
    expect(messagesOf([{ parts: [{ inlineData: { mimeType, data: 'AAAA' } }] }])).toEqual([
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AAAA', format } }] },
    ])
  })

  test('a text file becomes text, and a PDF file a document where the server reads them', () => {
    const data = Buffer.from('a,b\nä,1').toString('base64')
    expect(messagesOf([{ parts: [{ inlineData: { mimeType: 'text/csv', data } }] }])).toEqual([
      { role: 'user', content: 'a,b\nä,1' },
    ])
    const pdf = [{ parts: [{ inlineData: { mimeType: 'application/pdf', data: 'AAAA' } }] }]
    const file = { filename: 'document.pdf', file_data: 'data:application/pdf;base64,AAAA' }
    expect(messagesOf(pdf, 'openai')).toEqual([{ role: 'user', content: [{ type: 'file', file }] }])
    expect(rejection({ contents: pdf }, 'ollama').param).toBe('contents[0].parts[0].inlineData.mimeType')
  })

  test('a video where the server watches them', () => {
    const contents = [{ parts: [{ inlineData: { mimeType: 'video/mp4', data: 'AAAA' } }] }]
    expect(messagesOf(contents, 'vllm')).toEqual([
      { role: 'user', content: [{ type: 'video_url', video_url: { url: 'data:video/mp4;base64,AAAA' } }] },
    ])
    expect(rejection({ contents }, 'ollama').message).toMatch(
      /^contents\[0\]\.parts\[0\]\.inlineData: Ollama can't watch videos\./,
    )
  })

  test('thoughts and signatures of the history are left out and listed', () => {
    const contents = [
      ...hello,
      {
        role: 'model',
        parts: [{ text: 'Hm', thought: true }, { text: 'Hi', thoughtSignature: 'AAAA' }, { text: '!' }],
      },
      ...hello,
    ]
    const { body, ignored } = translate({ contents })
    expect(body.messages).toMatchObject([{}, { role: 'assistant', content: 'Hi!' }, {}])
    expect(ignored).toBe('contents[].parts[].thought, contents[].parts[].thoughtSignature')
  })
})

describe('function calling', () => {
  const declaration = {
    name: 'weather',
    description: 'Weather in a city',
    parameters: {
      type: 'OBJECT',
      properties: {
        city: { type: 'STRING', nullable: true },
        days: { type: 'ARRAY', items: { type: 'INTEGER', format: 'int32' }, minItems: '1' },
      },
      required: ['city'],
      propertyOrdering: ['city', 'days'],
    },
  }
  const tool = {
    type: 'function',
    function: {
      name: 'weather',
      description: 'Weather in a city',
      parameters: {
        type: 'object',
        properties: {
          city: { type: ['string', 'null'] },
          days: { type: 'array', items: { type: 'integer' }, minItems: 1 },
        },
        required: ['city'],
      },
    },
  }

  test.each(['functionDeclarations', 'function_declarations'])('%s become tools with JSON Schema', (name) => {
    expect(bodyOf({ tools: [{ [name]: [declaration] }] })).toMatchObject({ tools: [tool] })
  })

  test('real JSON Schema is sent as it is, and a function without parameters gets an empty object', () => {
    const schema = { type: 'object', properties: { x: { $ref: '#/$defs/X' } }, $defs: { X: { const: 1 } } }
    const declarations = [{ name: 'a', parametersJsonSchema: schema }, { name: 'b' }]
    expect(bodyOf({ tools: [{ functionDeclarations: declarations }] }).tools).toEqual([
      { type: 'function', function: { name: 'a', parameters: schema } },
      { type: 'function', function: { name: 'b', parameters: { type: 'object', properties: {} } } },
    ])
  })

  const two = [{ functionDeclarations: [{ name: 'a' }, { name: 'b' }] }]
  const withMode = (functionCallingConfig: JsonObject) => ({
    tools: two,
    toolConfig: { functionCallingConfig },
  })
  const namesOf = (body: JsonObject) =>
    (body.tools as { function: { name: string } }[]).map((one) => one.function.name)

  test('tool choice', () => {
    expect(bodyOf(withMode({ mode: 'AUTO' }))).not.toHaveProperty('tool_choice')
    expect(bodyOf(withMode({ mode: 'NONE' }))).not.toHaveProperty('tools')
    expect(bodyOf(withMode({ mode: 'ANY' })).tool_choice).toBe('required')
    const one = bodyOf(withMode({ mode: 'ANY', allowedFunctionNames: ['b'] }))
    expect([namesOf(one), one.tool_choice]).toEqual([['b'], { type: 'function', function: { name: 'b' } }])
    const both = bodyOf(withMode({ mode: 'ANY', allowedFunctionNames: ['a', 'b'] }))
    expect([namesOf(both), both.tool_choice]).toEqual([['a', 'b'], 'required'])
  })

  test('a server without tool choice rejects a forced call, and still turns functions off', () => {
    const { param, message } = rejection(withMode({ mode: 'ANY' }), 'ollama')
    expect(param).toBe('toolConfig.functionCallingConfig.mode')
    expect(message).toContain('Ollama')
    expect(bodyOf(withMode({ mode: 'NONE' }), 'ollama')).not.toHaveProperty('tools')
  })

  const call = (name: string, args?: JsonObject, id?: string) => ({
    functionCall: { name, ...(args && { args }), ...(id && { id }) },
  })
  const result = (name: string, response: JsonObject, id?: string) => ({
    functionResponse: { name, response, ...(id && { id }) },
  })

  test('parallel calls with IDs, answered in another order', () => {
    const contents = [
      ...hello,
      { role: 'model', parts: [{ text: 'Wait' }, call('a', { x: 1 }, 'one'), call('a', { x: 2 }, 'two')] },
      {
        role: 'user',
        parts: [result('a', { y: 2 }, 'two'), result('a', { y: 1 }, 'one'), { text: 'Go on' }],
      },
    ]
    expect(messagesOf(contents)).toEqual([
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: 'Wait',
        tool_calls: [
          { id: 'one', type: 'function', function: { name: 'a', arguments: '{"x":1}' } },
          { id: 'two', type: 'function', function: { name: 'a', arguments: '{"x":2}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'two', content: '{"y":2}' },
      { role: 'tool', tool_call_id: 'one', content: '{"y":1}' },
      { role: 'user', content: 'Go on' },
    ])
  })

  test('calls without IDs get unique ones that Mistral accepts, and results find them by name and order', () => {
    const contents = [
      ...hello,
      { role: 'model', parts: [call('a'), call('b'), call('a')] },
      { role: 'function', parts: [result('b', {}), result('a', { n: 1 })] },
      { role: 'function', parts: [result('a', { n: 2 })] },
      { role: 'model', parts: [call('a')] },
      { role: 'user', parts: [result('a', { n: 3 })] },
    ]
    const messages = messagesOf(contents) as { tool_calls?: { id: string }[]; tool_call_id?: string }[]
    const ids = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(messages.flatMap(({ tool_call_id: id }) => (id ? [ids.indexOf(id)] : []))).toEqual([1, 0, 2, 3])
  })

  test('a result without its call is rejected', () => {
    const contents = [...hello, { role: 'model', parts: [call('a')] }, { parts: [result('b', {})] }]
    expect(rejection({ contents }).param).toBe('contents[2].parts[0].functionResponse')
  })
})

describe('parameters', () => {
  test('every field with an equivalent', () => {
    const generationConfig = {
      temperature: 0,
      topP: 0.5,
      maxOutputTokens: 100,
      stopSequences: ['END'],
      seed: 7,
      candidateCount: 2,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      responseLogprobs: true,
      logprobs: 3,
    }
    const { messages: _, ...parameters } = bodyOf({ generationConfig })
    expect(parameters).toEqual({
      temperature: 0,
      top_p: 0.5,
      max_tokens: 100,
      stop: ['END'],
      seed: 7,
      n: 2,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
      logprobs: true,
      top_logprobs: 3,
    })
  })

  test('snake case, and fields that SDKs send without a value', () => {
    const generation_config = { max_output_tokens: 5, stop_sequences: [], candidate_count: 1, top_p: null }
    const { messages: _, ...parameters } = bodyOf({ generation_config, safetySettings: [], tools: [] })
    expect(parameters).toEqual({ max_tokens: 5 })
  })

  test('the token limit of OpenAI has another name', () => {
    const { messages: _, ...parameters } = bodyOf({ generationConfig: { maxOutputTokens: 5 } }, 'openai')
    expect(parameters).toEqual({ max_completion_tokens: 5 })
  })

  test('Mistral has another name of the seed, and no options of the stream', () => {
    const { body } = translate({ contents: hello, generationConfig: { seed: 7 } }, 'mistral', true)
    expect(body).toEqual({ model: 'm', messages: body.messages, random_seed: 7, stream: true })
  })

  test('topK is sent to servers that have it, and listed otherwise', () => {
    const request = { contents: hello, generationConfig: { topK: 40 } }
    expect(translate(request, 'vllm')).toMatchObject({ body: { top_k: 40 }, ignored: undefined })
    const other = translate(request, 'openai')
    expect(other.body).not.toHaveProperty('top_k')
    expect(other.ignored).toBe('generationConfig.topK')
  })

  test.each([
    [{ thinkingBudget: 0 }, 'none'],
    [{ thinkingBudget: 512 }, 'low'],
    [{ thinkingBudget: 8192 }, 'medium'],
    [{ thinkingBudget: 24_576 }, 'high'],
    [{ thinkingBudget: -1 }, undefined],
    [{ thinkingLevel: 'HIGH' }, 'high'],
    [{ thinking_level: 'low' }, 'low'],
    [{ includeThoughts: true }, undefined],
  ])('thinking %j', (thinkingConfig, effort) => {
    const { body, includesThoughts } = translate({ contents: hello, generationConfig: { thinkingConfig } })
    expect(body.reasoning_effort).toBe(effort)
    expect(includesThoughts).toBe('includeThoughts' in thinkingConfig)
  })

  test('JSON, with a schema, and on servers without JSON mode', () => {
    const json = { responseMimeType: 'application/json' }
    const formatOf = (generationConfig: JsonObject, server?: ServerName) =>
      bodyOf({ generationConfig }, server).response_format
    expect(formatOf(json)).toEqual({ type: 'json_object' })
    expect(formatOf(json, 'lm-studio')).toEqual({
      type: 'json_schema',
      json_schema: { name: 'response', schema: { type: 'object' } },
    })
    const optional = { type: 'OBJECT', properties: { a: { type: 'STRING' } } }
    expect(formatOf({ ...json, responseSchema: optional })).toEqual({
      type: 'json_schema',
      json_schema: { name: 'response', schema: { type: 'object', properties: { a: { type: 'string' } } } },
    })
    expect(formatOf({ ...json, responseSchema: { ...optional, required: ['a'] } })).toEqual({
      type: 'json_schema',
      json_schema: {
        name: 'response',
        strict: true,
        schema: {
          type: 'object',
          properties: { a: { type: 'string' } },
          required: ['a'],
          additionalProperties: false,
        },
      },
    })
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: {} } }
    expect(formatOf({ ...json, responseJsonSchema: schema })).toMatchObject({ json_schema: { schema } })
    expect(formatOf({ responseMimeType: 'text/plain' })).toBeUndefined()
  })
})

test.each<[string, JsonObject, ServerName]>([
  ['safetySettings[0]', { safetySettings: [{ category: 'X', threshold: 'BLOCK_ONLY_HIGH' }] }, 'other'],
  ['tools[0].googleSearch', { tools: [{ googleSearch: {} }] }, 'other'],
  ['tools[0].googleSearch', { tools: [{ google_search: {} }] }, 'other'],
  ['tools[1].urlContext', { tools: [{ functionDeclarations: [] }, { urlContext: {} }] }, 'other'],
  ['tools[0].codeExecution', { tools: [{ codeExecution: {} }] }, 'other'],
  ['cachedContent', { cachedContent: 'cachedContents/x' }, 'other'],
  ['somethingNew', { somethingNew: 1 }, 'other'],
  ['contents[0].parts[0].fileData', { contents: [{ parts: [{ fileData: { fileUri: 'x' } }] }] }, 'openai'],
  ['contents[0].parts[0].fileData', { contents: [{ parts: [{ file_data: { file_uri: 'x' } }] }] }, 'other'],
  [
    'contents[0].parts[0].executableCode',
    { contents: [{ parts: [{ executableCode: { code: 'x' } }] }] },
    'other',
  ],
  [
    'contents[1].parts[0].inlineData',
    {
      contents: [...hello, { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data: 'A' } }] }],
    },
    'other',
  ],
  [
    'contents[0].parts[0].inlineData',
    { contents: [{ parts: [{ inlineData: { mimeType: 'audio/wav', data: 'A' } }] }] },
    'ollama',
  ],
  [
    'contents[0].parts[0].inlineData.mimeType',
    { contents: [{ parts: [{ inlineData: { mimeType: 'audio/flac', data: 'A' } }] }] },
    'openai',
  ],
  [
    'systemInstruction.parts[0].inlineData',
    { systemInstruction: { parts: [{ inlineData: { data: 'A' } }] } },
    'other',
  ],
  ['generationConfig.speechConfig', { generationConfig: { speechConfig: { voice: 'x' } } }, 'other'],
  ['generationConfig.responseModalities', { generationConfig: { responseModalities: ['AUDIO'] } }, 'other'],
  ['generationConfig.responseMimeType', { generationConfig: { responseMimeType: 'text/x.enum' } }, 'other'],
  ['generationConfig.candidateCount', { generationConfig: { candidateCount: 2 } }, 'ollama'],
  ['generationConfig.responseLogprobs', { generationConfig: { responseLogprobs: true } }, 'lm-studio'],
  ['generationConfig.somethingNew', { generationConfig: { somethingNew: 1 } }, 'other'],
])('%s is rejected by name', (param, request, server) => {
  const found = rejection(request, server)
  expect(found.param).toBe(param)
  expect(found.message.startsWith(`${param}: ${servers[server].label} `)).toBe(true)
})

test('what has no effect anyway is listed', () => {
  const request = {
    contents: hello,
    safetySettings: [{ category: 'X', threshold: 'BLOCK_NONE' }],
    labels: { a: 'b' },
    model: 'models/gen-2.5-pro',
    generationConfig: { mediaResolution: 'MEDIA_RESOLUTION_LOW' },
    toolConfig: { retrievalConfig: { languageCode: 'en' } },
  }
  expect(translate(request).ignored?.split(', ').sort()).toEqual([
    'generationConfig.mediaResolution',
    'labels',
    'safetySettings',
    'toolConfig.retrievalConfig',
  ])
  expect(translate({ contents: hello }).ignored).toBeUndefined()
})

test.each([
  ['http://127.0.0.1:11434/v1', 'ollama'],
  ['http://localhost:1234/v1', 'lm-studio'],
  ['http://127.0.0.1:8080', 'llama-cpp'],
  ['http://gpu.example:8000/v1', 'vllm'],
  ['https://openrouter.ai/api/v1', 'openrouter'],
  ['https://api.groq.com/openai/v1', 'groq'],
  ['https://api.mistral.ai/v1', 'mistral'],
  ['https://api.openai.com/v1', 'openai'],
  ['https://llm.example/v1', 'other'],
])('%s is probably %s', (url, name) => {
  expect(guessServer(url)).toBe(name)
})
