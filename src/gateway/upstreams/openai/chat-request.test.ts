// Tests the translation of requests: every field that has an equivalent, and the rejection of those that have none.
import { describe, expect, test } from 'vitest'
import { servers } from '#shared/models/server-features'
import { guessServer } from '#shared/models/server-presets'
import { ApiError } from '#shared/schemas/api-error'
import type { ServerName } from '#shared/schemas/openai-profile'
import { FieldReport } from '../../translation/field-report'
import { toIgnoredHeaders } from '../../translation/ignored-fields'
import type { JsonObject } from '../../translation/json-objects'
import { toChatRequest } from './chat-request'

const hello = [{ role: 'user', parts: [{ text: 'Hello' }] }]

function translate(request: JsonObject, server: ServerName = 'other', isStream = false) {
  const report = new FieldReport(servers[server].label)
  const chat = toChatRequest(request, {
    model: 'm',
    kind: 'text',
    isStream,
    server: servers[server],
    report,
  })
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

  test('one part in place of a list of parts', () => {
    expect(bodyOf({ systemInstruction: { parts: { text: 'Be brief' } } }).messages).toEqual([
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Hello' },
    ])
    expect(messagesOf([{ parts: { text: 'a' } }])).toEqual([{ role: 'user', content: 'a' }])
  })

  test('parts that are not objects are rejected, not dropped', () => {
    expect(rejection({ systemInstruction: { parts: ['Be brief'] } })).toEqual({
      param: 'systemInstruction.parts[0]',
      message: 'systemInstruction.parts[0]: must be an object.',
    })
    expect(rejection({ systemInstruction: { parts: 'Be brief' } }).param).toBe('systemInstruction.parts')
  })

  test.each<[string, JsonObject]>([
    ['systemInstruction', { systemInstruction: 'Be brief' }],
    ['systemInstruction.text', { systemInstruction: { text: 'Be brief' } }],
    ['contents[0].text', { contents: [{ role: 'user', parts: [{ text: 'Hi' }], text: 'Hello' }] }],
  ])('%s beside or in place of parts is rejected, not dropped', (path, request) => {
    expect(rejection(request)).toMatchObject({ param: path })
  })

  test('an image of the model is sent with the next turn of the user, or listed as ignored', () => {
    const image = { inlineData: { mimeType: 'image/png', data: 'AAAA' } }
    const turns = [...hello, { role: 'model', parts: [{ text: 'Here' }, image] }]
    const sent = translate({ contents: [...turns, ...hello] }, 'openrouter')
    expect(JSON.stringify(sent.body.messages)).toContain('data:image/png;base64,AAAA')
    expect(sent.ignored).toBeUndefined()
    expect(translate({ contents: turns }, 'openrouter').ignored).toBe('contents[].parts[].inlineData')
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

  test('turns of the user in a row are one message, because some chat templates require alternate roles', () => {
    const turn = (text: string) => ({ role: 'user', parts: [{ text }] })
    expect(messagesOf([turn('a'), turn('b'), { role: 'model', parts: [{ text: 'c' }] }, turn('d')])).toEqual([
      { role: 'user', content: 'a\nb' },
      { role: 'assistant', content: 'c' },
      { role: 'user', content: 'd' },
    ])
  })

  test('Base64 for URLs, as the Python SDK writes it, becomes the usual one', () => {
    const parts = [
      { inlineData: { mimeType: 'image/png', data: '-_8A' } },
      { inlineData: { mimeType: 'audio/wav; codecs=1', data: '-_8A' } },
    ]
    expect(messagesOf([{ parts }])).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,+/8A' } },
          { type: 'input_audio', input_audio: { data: '+/8A', format: 'wav' } },
        ],
      },
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

  test.each(['vllm', 'llama-cpp'] as const)('a video, which %s watches', (server) => {
    const contents = [{ parts: [{ inlineData: { mimeType: 'video/mp4', data: 'AAAA' } }] }]
    expect(messagesOf(contents, server)).toEqual([
      { role: 'user', content: [{ type: 'video_url', video_url: { url: 'data:video/mp4;base64,AAAA' } }] },
    ])
    expect(rejection({ contents }, 'ollama').message).toMatch(
      /^contents\[0\]\.parts\[0\]\.inlineData: Ollama can't watch videos\./,
    )
  })

  test.each([
    ['ollama', 'reasoning'],
    ['vllm', 'reasoning'],
    ['openrouter', 'reasoning'],
    ['llama-cpp', 'reasoning_content'],
  ] as const)('thoughts of the history are sent to %s as %s', (server, name) => {
    const thoughts = ['H', 'm'].map((text) => ({ text, thought: true }))
    const call = { functionCall: { id: 'a', name: 'f', args: {} } }
    const contents = [...hello, { role: 'model', parts: [...thoughts, { text: 'Hi' }, call] }]
    const { body, ignored } = translate({ contents }, server)
    expect(body.messages).toMatchObject([
      {},
      { role: 'assistant', content: 'Hi', [name]: 'Hm', tool_calls: [{}] },
    ])
    expect(ignored).toBeUndefined()
    const onlyThoughts = [...hello, { role: 'model', parts: thoughts }]
    expect(messagesOf(onlyThoughts, server)).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: '', [name]: 'Hm' },
    ])
  })

  test('elsewhere, thoughts of the history are left out and listed, and signatures everywhere', () => {
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
    // LM Studio rejects the name of a function, llama.cpp ignores it: only the allowed function is sent.
    const one = bodyOf(withMode({ mode: 'ANY', allowedFunctionNames: ['b'] }))
    expect([namesOf(one), one.tool_choice]).toEqual([['b'], 'required'])
    const both = bodyOf(withMode({ mode: 'ANY', allowedFunctionNames: ['a', 'b'] }))
    expect([namesOf(both), both.tool_choice]).toEqual([['a', 'b'], 'required'])
  })

  test('tool choice without its functions is rejected, and other members of it are not dropped', () => {
    const param = 'toolConfig.functionCallingConfig.allowedFunctionNames'
    expect(rejection(withMode({ mode: 'ANY', allowedFunctionNames: ['c'] })).param).toBe(param)
    expect(rejection(withMode({ mode: 'ANY', allowedFunctionNames: ['a', 'c'] })).param).toBe(param)
    expect(rejection({ toolConfig: { functionCallingConfig: { mode: 'ANY' } } }).param).toBe(
      'toolConfig.functionCallingConfig.mode',
    )
    expect(rejection(withMode({ mode: 'AUTO', somethingNew: 1 })).param).toBe(
      'toolConfig.functionCallingConfig.somethingNew',
    )
    const auto = { contents: hello, ...withMode({ mode: 'AUTO', allowedFunctionNames: ['a'] }) }
    expect(translate(auto).ignored).toBe(param)
    const snake = { function_calling_config: { mode: 'ANY', allowed_function_names: ['b'] } }
    expect(namesOf(bodyOf({ tools: two, tool_config: snake }))).toEqual(['b'])
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

  test('results that come after another turn of the user still follow their calls directly', () => {
    const contents = [
      ...hello,
      { role: 'model', parts: [call('a', {}, 'one')] },
      { role: 'user', parts: [{ text: 'Wait' }] },
      { role: 'function', parts: [result('a', {}, 'one')] },
    ]
    expect(messagesOf(contents)).toMatchObject([
      {},
      { role: 'assistant' },
      { role: 'tool', tool_call_id: 'one' },
      { role: 'user', content: 'Wait' },
    ])
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

  test('a number of log probabilities without a request for them is listed', () => {
    const { body, ignored } = translate({ contents: hello, generationConfig: { logprobs: 3 } })
    expect(body).toEqual({ model: 'm', messages: body.messages })
    expect(ignored).toBe('generationConfig.logprobs')
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

  test.each<ServerName>(['openai', 'mistral', 'groq'])(
    'a budget of 0 is not sent to %s, some of whose models would reject it',
    (server) => {
      const generationConfig = { thinkingConfig: { thinkingBudget: 0 } }
      const { body, ignored } = translate({ contents: hello, generationConfig }, server)
      expect(body).not.toHaveProperty('reasoning_effort')
      expect(ignored).toBe('generationConfig.thinkingConfig.thinkingBudget')
      const thinking = { thinkingConfig: { thinkingBudget: 24_576 } }
      expect(bodyOf({ generationConfig: thinking }, server)).toMatchObject({ reasoning_effort: 'high' })
    },
  )

  test('a thinking level replaces a budget, which is listed', () => {
    const thinkingConfig = { thinkingLevel: 'HIGH', thinkingBudget: 100 }
    const { body, ignored } = translate({ contents: hello, generationConfig: { thinkingConfig } })
    expect(body).toMatchObject({ reasoning_effort: 'high' })
    expect(ignored).toBe('generationConfig.thinkingConfig.thinkingBudget')
  })

  test.each<[ServerName, string, number]>([
    ['openai', 'List rivers', 2],
    ['groq', 'List rivers', 2],
    ['openai', 'List rivers as json', 1],
    ['ollama', 'List rivers', 1],
  ])('%s gets the word JSON in JSON mode: %s', (server, text, count) => {
    const request = {
      contents: [{ parts: [{ text }] }],
      generationConfig: { responseMimeType: 'application/json' },
    }
    const messages = bodyOf(request, server).messages as object[]
    expect(messages).toHaveLength(count)
    expect(JSON.stringify(messages)).toMatch(server === 'ollama' ? /rivers/ : /json/i)
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

const withThinking = (thinkingConfig: JsonObject) => ({ generationConfig: { thinkingConfig } })

test.each<[ServerName, string]>([
  ['openai', 'minimal'],
  ['openrouter', 'minimal'],
  ['ollama', 'low'],
  ['vllm', 'low'],
])('%s thinks least with the effort %s', (server, effort) => {
  const generationConfig = { thinkingConfig: { thinkingLevel: 'MINIMAL' } }
  expect(bodyOf({ generationConfig }, server).reasoning_effort).toBe(effort)
})

test("OpenAI's chat completions return no thoughts, and the request for them is listed", () => {
  const request = { contents: hello, ...withThinking({ includeThoughts: true, thinkingLevel: 'LOW' }) }
  expect(translate(request, 'openai').ignored).toBe('generationConfig.thinkingConfig.includeThoughts')
  expect(translate(request, 'ollama').ignored).toBeUndefined()
})

test('nested fields that SDKs send without a value are no fields', () => {
  const request = {
    contents: [{ role: 'user', parts: [{ text: 'Hello', inlineData: null, functionCall: {} }] }],
    systemInstruction: null,
    toolConfig: { functionCallingConfig: { mode: null, allowedFunctionNames: [], streamed: null }, x: null },
    generationConfig: { thinkingConfig: { thinkingBudget: null, thinkingLevel: '', other: null } },
  }
  expect(translate(request)).toMatchObject({
    body: { model: 'm', messages: [{ role: 'user', content: 'Hello' }] },
    ignored: undefined,
  })
})

describe('schemas', () => {
  function formatOf(responseSchema: JsonObject): { schema: JsonObject; strict?: boolean } {
    const generationConfig = { responseMimeType: 'application/json', responseSchema }
    const format = bodyOf({ generationConfig }).response_format as { json_schema: { schema: JsonObject } }
    return format.json_schema
  }

  test('propertyOrdering is the order of the properties, in which servers write them', () => {
    const text = { type: 'STRING' }
    const { schema } = formatOf({
      type: 'OBJECT',
      properties: { a: text, b: text, __proto__: null, c: text },
      property_ordering: ['c', 'missing', 'a'],
    })
    expect(Object.keys(schema.properties as object)).toEqual(['c', 'a', 'b'])
    expect(schema).not.toHaveProperty('propertyOrdering')
  })

  test('anyOf, enums, null, and references at any depth', () => {
    const { schema, strict } = formatOf({
      type: 'ARRAY',
      items: {
        any_of: [
          { type: 'STRING', enum: ['a', 'b'], format: 'enum', nullable: true },
          {
            type: 'OBJECT',
            nullable: true,
            properties: { x: { ref: '#/defs/X' }, type: { type: 'NUMBER' } },
          },
        ],
        nullable: true,
      },
      max_items: '3',
      defs: { X: { type: 'INTEGER', format: 'int64', minimum: 1 } },
    })
    expect(strict).toBeUndefined()
    expect(schema).toEqual({
      type: 'array',
      items: {
        anyOf: [
          {
            anyOf: [
              { type: ['string', 'null'], enum: ['a', 'b', null] },
              {
                type: ['object', 'null'],
                properties: { x: { $ref: '#/$defs/X' }, type: { type: 'number' } },
              },
            ],
          },
          { type: 'null' },
        ],
      },
      maxItems: 3,
      $defs: { X: { type: 'integer', minimum: 1 } },
    })
  })

  test.each([
    [
      { type: 'ARRAY', items: { type: 'STRING' } },
      { type: 'array', items: { type: 'string' } },
    ],
    [{ type: 'STRING' }, { type: 'string' }],
  ])('%j is not strict, because strict mode requires an object', (responseSchema, schema) => {
    const generationConfig = { responseMimeType: 'application/json', responseSchema }
    expect(bodyOf({ generationConfig }).response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'response', schema },
    })
  })

  test('strict schemas close nested objects, also those that may be null', () => {
    const inner = { type: 'OBJECT', nullable: true, properties: { b: { type: 'STRING' } }, required: ['b'] }
    const { schema, strict } = formatOf({ type: 'OBJECT', properties: { a: inner }, required: ['a'] })
    expect(strict).toBe(true)
    expect(schema.properties).toMatchObject({ a: { type: ['object', 'null'], additionalProperties: false } })
    const open = { ...inner, required: [] }
    expect(formatOf({ type: 'OBJECT', properties: { a: open }, required: ['a'] }).strict).toBeUndefined()
  })

  test.each<[JsonObject]>([
    [{ type: 'STRING', maxLength: 3 }],
    [{ type: 'STRING', format: 'uri' }],
    [{ type: 'STRING', default: 'a' }],
    [{ type: 'ARRAY', items: { type: 'STRING' }, uniqueItems: true }],
    [{ type: 'ARRAY', items: { type: 'STRING', format: 'regex' } }],
    [{ type: 'OBJECT', properties: { b: { type: 'STRING' } }, required: ['b'], minProperties: '1' }],
    [{ type: 'OBJECT', properties: { b: { type: 'STRING' } }, required: ['b'], maxProperties: 2 }],
    [{ type: 'STRING', anyOf: [{ type: 'STRING', format: 'uri' }] }],
  ])('OpenAI would reject %j as strict, so it is sent as it is', (property) => {
    const { schema, strict } = formatOf({ type: 'OBJECT', properties: { a: property }, required: ['a'] })
    expect(strict).toBeUndefined()
    const { type, ...others } = property
    const sent = (schema.properties as { a: JsonObject }).a
    expect(Object.keys(sent).sort()).toEqual(['type', ...Object.keys(others)].sort())
    expect(schema).not.toHaveProperty('additionalProperties')
    expect(type).toBe(String(sent.type).toUpperCase())
  })

  test.each(['date-time', 'date', 'uuid', 'ipv6'])('%s is a format of strict schemas', (format) => {
    const properties = { a: { type: 'STRING', format } }
    const { schema, strict } = formatOf({ type: 'OBJECT', properties, required: ['a'] })
    expect([strict, schema.properties]).toEqual([true, { a: { type: 'string', format } }])
  })

  test('examples are listed', () => {
    const parameters = { type: 'OBJECT', properties: { a: { type: 'STRING', example: 'x' } } }
    const tools = [{ functionDeclarations: [{ name: 'f', parameters }] }]
    expect(translate({ contents: hello, tools }).ignored).toBe(
      'tools[].functionDeclarations[].parameters.properties.a.example',
    )
  })
})

test.each<[string, JsonObject]>([
  ['safetySettings', { safetySettings: { threshold: 'BLOCK_LOW_AND_ABOVE' } }],
  ['safetySettings[0]', { safetySettings: ['BLOCK_LOW_AND_ABOVE'] }],
  ['tools[0].functionDeclarations', { tools: [{ functionDeclarations: { name: 'f' } }] }],
  [
    'tools[0].functionDeclarations[0].parameters',
    { tools: [{ functionDeclarations: [{ name: 'f', parameters: 'x' }] }] },
  ],
  ['toolConfig', { toolConfig: 'x' }],
  ['toolConfig.functionCallingConfig', { toolConfig: { functionCallingConfig: 'ANY' } }],
  [
    'toolConfig.functionCallingConfig.allowedFunctionNames',
    { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: 'f' } } },
  ],
  ['generationConfig.thinkingConfig', { generationConfig: { thinkingConfig: 'HIGH' } }],
  ['generationConfig.responseSchema', { generationConfig: { responseSchema: 'STRING' } }],
  ['generationConfig.responseJsonSchema', { generationConfig: { responseJsonSchema: [{}] } }],
  ['generationConfig.responseMimeType', { generationConfig: { responseMimeType: 5 } }],
  ['generationConfig.thinkingConfig.thinkingBudget', withThinking({ thinkingBudget: '1024' })],
  ['generationConfig.thinkingConfig.thinkingLevel', withThinking({ thinkingLevel: 1 })],
  ['generationConfig.thinkingConfig.includeThoughts', withThinking({ includeThoughts: 'true' })],
  ['generationConfig.responseLogprobs', { generationConfig: { responseLogprobs: 'true' } }],
  ['contents[0].parts[0].text', { contents: [{ parts: [{ text: 5 }] }] }],
  ['contents[0].parts[0].inlineData', { contents: [{ parts: [{ inlineData: 'x' }] }] }],
  [
    'contents[0].parts[0].inlineData.data',
    { contents: [{ parts: [{ inlineData: { mimeType: 'image/png' } }] }] },
  ],
  ['contents[0].parts[0].functionCall', { contents: [{ role: 'model', parts: [{ functionCall: 'f' }] }] }],
  ['contents[0].parts[0].functionResponse', { contents: [{ parts: [{ functionResponse: 'f' }] }] }],
  ['systemInstruction.parts[0].text', { systemInstruction: { parts: [{ text: {} }] } }],
])('%s of another type is rejected, not dropped', (param, request) => {
  const { message } = rejection(request)
  expect(message).toMatch(/^[\w[\].]+: must be an? (?:string|number|boolean|object|array)\./)
  expect(message.startsWith(`${param}: `)).toBe(true)
})

test.each<[string, JsonObject]>([
  ['inlineData.somethingNew', { inlineData: { mimeType: 'image/png', data: 'AAAA', somethingNew: 1 } }],
  ['functionResponse.scheduling', { functionResponse: { name: 'f', response: {}, scheduling: 'SILENT' } }],
  ['videoMetadata', { inlineData: { mimeType: 'video/mp4', data: 'AAAA' }, videoMetadata: { fps: 1 } }],
])('%s of a part is rejected by name', (member, part) => {
  const call = { role: 'model', parts: [{ functionCall: { name: 'f' } }] }
  const contents = [...hello, call, { role: 'user', parts: [part] }]
  expect(rejection({ contents }, 'vllm').param).toBe(`contents[2].parts[0].${member}`)
})

test('unknown members of a function call are rejected, names of files listed', () => {
  const parts = [{ functionCall: { name: 'f', args: {}, partialArgs: [{}] } }]
  expect(rejection({ contents: [{ role: 'model', parts }] }).param).toBe(
    'contents[0].parts[0].functionCall.partialArgs',
  )
  const inlineData = { mimeType: 'image/png', data: 'AAAA', displayName: 'a.png' }
  expect(translate({ contents: [{ parts: [{ inlineData }] }] }).ignored).toBe(
    'contents[].parts[].inlineData.displayName',
  )
})

test('a part with two kinds of content is rejected', () => {
  const inlineData = { mimeType: 'image/png', data: 'AAAA' }
  expect(rejection({ contents: [{ parts: [{ text: 'a', inlineData }] }] }).param).toBe('contents[0].parts[0]')
})

test.each<[string, JsonObject, ServerName]>([
  ['constructor', JSON.parse('{"constructor":1}'), 'other'],
  ['Proto__', JSON.parse('{"__proto__":1}'), 'other'],
  ['generationConfig.constructor', { generationConfig: JSON.parse('{"constructor":1}') }, 'other'],
  ['tools[0].constructor', { tools: [JSON.parse('{"constructor":1}')] }, 'other'],
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

test('a name of many underscores is rejected without delay', () => {
  // If it were reread from each underscore, this would take minutes.
  const name = '_'.repeat(500_000)
  expect(rejection({ [name]: 1 }).param).toBe(name)
})
