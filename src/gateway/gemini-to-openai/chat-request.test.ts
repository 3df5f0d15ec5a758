// The translation of requests: what an OpenAI-compatible server gets for each field, or the error that names the field.
import { describe, expect, test } from 'vitest'
import { guessServer, servers } from '#shared/models/openai-servers'
import { ApiError } from '#shared/schemas/api-error'
import type { ServerName } from '#shared/schemas/upstream'
import type { JsonObject } from '#shared/wire/json-objects'
import { FieldReport, toIgnoredHeaders } from '../translation/field-report'
import { toChatRequest } from './chat-request'

const hello = [{ role: 'user', parts: [{ text: 'Hello' }] }]
const helloMessage = { role: 'user', content: 'Hello' }

function translate(request: JsonObject, server: ServerName = 'other', isStream = false) {
  const report = new FieldReport(servers[server].label)
  const options = { model: 'm', kind: 'text', isStream, server: servers[server], report } as const
  const { body, includesThoughts } = toChatRequest({ contents: hello, ...request }, options)
  const { model, messages, ...fields } = body
  expect(model).toBe('m')
  return { messages, fields, includesThoughts, ignored: toIgnoredHeaders(report.ignored)['x-ignored-fields'] }
}

function rejection(request: JsonObject, server?: ServerName): { param: string | undefined; message: string } {
  try {
    translate(request, server)
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    const { code, http, param, message } = error as ApiError
    expect([code, http]).toEqual(['INVALID_ARGUMENT', 400])
    return { param, message }
  }
  throw new Error('The request was translated.')
}

const json = { responseMimeType: 'application/json' }
const jsonSchema = (schema: JsonObject, strict?: boolean) => ({
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'response', schema, ...(strict && { strict }) },
  },
})
const optional = { type: 'OBJECT', properties: { a: { type: 'STRING' } } }
const ownSchema = { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: {} } }
const thinking = (thinkingConfig: JsonObject) => ({ thinkingConfig })

test.each<[generationConfig: JsonObject, fields: JsonObject, server?: ServerName, ignored?: string]>([
  [{ temperature: 0 }, { temperature: 0 }],
  [{ topP: 0.5 }, { top_p: 0.5 }],
  [{ topK: 40 }, { top_k: 40 }, 'vllm'],
  [{ topK: 40 }, {}, 'openai', 'generationConfig.topK'],
  [{ maxOutputTokens: 5 }, { max_tokens: 5 }],
  [{ max_output_tokens: 5 }, { max_tokens: 5 }],
  [{ maxOutputTokens: 5 }, { max_completion_tokens: 5 }, 'openai'],
  [{ stopSequences: ['END'] }, { stop: ['END'] }],
  [{ seed: 7 }, { seed: 7 }],
  [{ seed: 7 }, { random_seed: 7 }, 'mistral'],
  [{ candidateCount: 2 }, { n: 2 }],
  [{ presencePenalty: 0.1 }, { presence_penalty: 0.1 }],
  [{ frequencyPenalty: 0.2 }, { frequency_penalty: 0.2 }],
  [
    { responseLogprobs: true, logprobs: 3 },
    { logprobs: true, top_logprobs: 3 },
  ],
  [{ logprobs: 3 }, {}, 'other', 'generationConfig.logprobs'],
  [{ mediaResolution: 'MEDIA_RESOLUTION_LOW' }, {}, 'other', 'generationConfig.mediaResolution'],
  // SDKs send fields without a value.
  [
    { candidate_count: 1, stop_sequences: [], top_p: null, thinkingConfig: { thinkingLevel: '', x: null } },
    {},
  ],
  [thinking({ thinkingBudget: 0 }), { reasoning_effort: 'none' }],
  [thinking({ thinkingBudget: 512 }), { reasoning_effort: 'low' }],
  [thinking({ thinkingBudget: 8192 }), { reasoning_effort: 'medium' }],
  [thinking({ thinkingBudget: 24_576 }), { reasoning_effort: 'high' }],
  [thinking({ thinkingBudget: 24_576 }), { reasoning_effort: 'high' }, 'openai'],
  [thinking({ thinkingBudget: -1 }), {}],
  [thinking({ thinkingLevel: 'HIGH' }), { reasoning_effort: 'high' }],
  [thinking({ thinking_level: 'low' }), { reasoning_effort: 'low' }],
  [thinking({ thinkingLevel: 'MINIMAL' }), { reasoning_effort: 'minimal' }, 'openai'],
  [thinking({ thinkingLevel: 'MINIMAL' }), { reasoning_effort: 'minimal' }, 'openrouter'],
  [thinking({ thinkingLevel: 'MINIMAL' }), { reasoning_effort: 'low' }, 'ollama'],
  [thinking({ thinkingLevel: 'MINIMAL' }), { reasoning_effort: 'low' }, 'vllm'],
  [thinking({ includeThoughts: true }), {}],
  [thinking({ includeThoughts: true }), {}, 'openai', 'generationConfig.thinkingConfig.includeThoughts'],
  // Some models of these servers would reject the effort `none`.
  ...(['openai', 'mistral', 'groq'] as const).map((server): [JsonObject, JsonObject, ServerName, string] => [
    thinking({ thinkingBudget: 0 }),
    {},
    server,
    'generationConfig.thinkingConfig.thinkingBudget',
  ]),
  [
    thinking({ thinkingLevel: 'HIGH', thinkingBudget: 100 }),
    { reasoning_effort: 'high' },
    'other',
    'generationConfig.thinkingConfig.thinkingBudget',
  ],
  [{ responseMimeType: 'text/plain' }, {}],
  [json, { response_format: { type: 'json_object' } }],
  [json, jsonSchema({ type: 'object' }), 'lm-studio'],
  [
    { ...json, responseSchema: optional },
    jsonSchema({ type: 'object', properties: { a: { type: 'string' } } }),
  ],
  [{ ...json, responseJsonSchema: ownSchema }, jsonSchema(ownSchema)],
])('generationConfig %j becomes %j: %s', (...[generationConfig, fields, server, ignored]) => {
  const { thinkingConfig = {} } = generationConfig as { thinkingConfig?: JsonObject }
  expect(translate({ generationConfig }, server)).toEqual({
    messages: [helloMessage],
    fields,
    includesThoughts: thinkingConfig.includeThoughts === true,
    ignored,
  })
})

const declaration = {
  name: 'weather',
  description: 'Weather in a city',
  parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
}
const tool = {
  name: 'weather',
  description: 'Weather in a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const toTools = (...functions: JsonObject[]) => functions.map((one) => ({ type: 'function', function: one }))
const parameters = { type: 'object', properties: {} }
const a = { name: 'a', parameters }
const b = { name: 'b', parameters }
const withMode = (functionCallingConfig: JsonObject) => ({
  tools: [{ functionDeclarations: [{ name: 'a' }, { name: 'b' }] }],
  toolConfig: { functionCallingConfig },
})
const allowedNames = 'toolConfig.functionCallingConfig.allowedFunctionNames'

test.each<[request: JsonObject, fields: JsonObject, server?: ServerName, ignored?: string]>([
  [{ tools: [{ functionDeclarations: [declaration] }] }, { tools: toTools(tool) }],
  [{ tools: [{ function_declarations: [declaration] }] }, { tools: toTools(tool) }],
  [
    { tools: [{ functionDeclarations: [{ name: 'a', parametersJsonSchema: ownSchema }, { name: 'b' }] }] },
    { tools: toTools({ name: 'a', parameters: ownSchema }, b) },
  ],
  [withMode({ mode: 'AUTO' }), { tools: toTools(a, b) }],
  [withMode({ mode: 'AUTO', allowedFunctionNames: ['a'] }), { tools: toTools(a, b) }, 'other', allowedNames],
  [withMode({ mode: 'NONE' }), {}],
  [withMode({ mode: 'NONE' }), {}, 'ollama'],
  [withMode({ mode: 'ANY' }), { tools: toTools(a, b), tool_choice: 'required' }],
  // LM Studio rejects the name of a function, llama.cpp ignores it: only the allowed function is sent.
  [withMode({ mode: 'ANY', allowedFunctionNames: ['b'] }), { tools: toTools(b), tool_choice: 'required' }],
  [
    withMode({ mode: 'ANY', allowedFunctionNames: ['a', 'b'] }),
    { tools: toTools(a, b), tool_choice: 'required' },
  ],
  [
    {
      tools: withMode({}).tools,
      tool_config: { function_calling_config: { mode: 'ANY', allowed_function_names: ['b'] } },
    },
    { tools: toTools(b), tool_choice: 'required' },
  ],
  [{ safetySettings: [{ category: 'X', threshold: 'BLOCK_NONE' }] }, {}, 'other', 'safetySettings'],
  [{ labels: { a: 'b' }, model: 'models/gen-2.5-pro' }, {}, 'other', 'labels'],
  [{ toolConfig: { retrievalConfig: { languageCode: 'en' } } }, {}, 'other', 'toolConfig.retrievalConfig'],
  // SDKs send fields without a value.
  [{ safetySettings: [], tools: [], systemInstruction: null }, {}],
  [{ toolConfig: { functionCallingConfig: { mode: null, allowedFunctionNames: [], x: null }, y: null } }, {}],
])('%j becomes %j: %s', (...[request, fields, server, ignored]) => {
  const sent = translate(request, server)
  expect([sent.messages, sent.fields, sent.ignored]).toEqual([[helloMessage], fields, ignored])
})

test('a stream asks for usage, but Mistral has no options of the stream', () => {
  const options = { stream: true, stream_options: { include_usage: true } }
  expect(translate({}, 'other', true).fields).toEqual(options)
  expect(translate({}, 'mistral', true).fields).toEqual({ stream: true })
})

const user = (...parts: JsonObject[]) => ({ role: 'user', parts })
const model = (...parts: JsonObject[]) => ({ role: 'model', parts })
const inline = (mimeType: string, data = 'AAAA') => ({ inlineData: { mimeType, data } })
const text = (content: string) => ({ text: content })
const call = (name: string, args?: JsonObject, id?: string) => ({
  functionCall: { name, ...(args && { args }), ...(id && { id }) },
})
const result = (name: string, response: JsonObject, id?: string) => ({
  functionResponse: { name, response, ...(id && { id }) },
})
const said = (content: unknown) => ({ role: 'user', content })
const answered = (content: string, more: JsonObject = {}) => ({ role: 'assistant', content, ...more })
const media = (type: string, value: unknown) => ({ type, [type]: value })
const toolCall = (id: string, name: string, args: string) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})
const image = inline('image/png')
const imageUrl = media('image_url', { url: 'data:image/png;base64,AAAA' })
const pdf = 'data:application/pdf;base64,AAAA'
const thoughts = ['H', 'm'].map((one) => ({ text: one, thought: true }))

test.each<[part: JsonObject, content: JsonObject | string, server?: ServerName, ignored?: string]>([
  [inline('image/png'), media('image_url', { url: 'data:image/png;base64,AAAA' })],
  [
    { inline_data: { mime_type: 'image/png', data: 'AAAA' } },
    media('image_url', { url: 'data:image/png;base64,AAAA' }),
  ],
  // The Python SDK writes Base64 for URLs.
  [inline('image/png', '-_8A'), media('image_url', { url: 'data:image/png;base64,+/8A' })],
  [inline('audio/wav; codecs=1', '-_8A'), media('input_audio', { data: '+/8A', format: 'wav' })],
  [inline('audio/x-wav'), media('input_audio', { data: 'AAAA', format: 'wav' })],
  [inline('audio/mpeg'), media('input_audio', { data: 'AAAA', format: 'mp3' })],
  [inline('text/csv', 'YSxiCsOkLDE='), 'a,b\nä,1'],
  [inline('application/pdf'), media('file', { filename: 'document.pdf', file_data: pdf }), 'openai'],
  [inline('video/mp4'), media('video_url', { url: 'data:video/mp4;base64,AAAA' }), 'vllm'],
  [inline('video/mp4'), media('video_url', { url: 'data:video/mp4;base64,AAAA' }), 'llama-cpp'],
  [
    { inlineData: { mimeType: 'text/plain', data: 'YQ==', displayName: 'a.txt' } },
    'a',
    'other',
    'contents[].parts[].inlineData.displayName',
  ],
  [{ text: 'a', inlineData: null, functionCall: {} }, 'a'],
])('the part %j becomes %j: %s', (...[part, content, server, ignored]) => {
  const sent = translate({ contents: [user(part)] }, server)
  expect([sent.messages, sent.ignored]).toEqual([
    [said(typeof content === 'string' ? content : [content])],
    ignored,
  ])
})

interface Conversation {
  readonly contents?: readonly unknown[]
  readonly systemInstruction?: JsonObject
  readonly system_instruction?: JsonObject
  readonly messages: readonly unknown[]
  readonly server?: ServerName
  readonly ignored?: string
}

const thoughtsRow = ([server, name]: readonly [ServerName, string]): [string, Conversation] => [
  `thoughts of the history, sent to ${server}`,
  {
    contents: [...hello, model(...thoughts, text('Hi'), call('f', {}, 'a'))],
    messages: [helloMessage, answered('Hi', { [name]: 'Hm', tool_calls: [toolCall('a', 'f', '{}')] })],
    server,
  },
]

test.each<[string, Conversation]>([
  [
    'roles, and a turn without one',
    {
      contents: [{ parts: [text('a')] }, model(text('b')), user(text('c'), image)],
      messages: [said('a'), answered('b'), said([{ type: 'text', text: 'c' }, imageUrl])],
    },
  ],
  [
    'a system instruction of any role',
    {
      systemInstruction: user(text('Be'), text('brief')),
      messages: [{ role: 'system', content: 'Be\nbrief' }, helloMessage],
    },
  ],
  [
    'one part in place of a list of parts',
    {
      system_instruction: { parts: text('Be brief') },
      contents: [{ parts: text('a') }],
      messages: [{ role: 'system', content: 'Be brief' }, said('a')],
    },
  ],
  [
    'chunks of a stream that a client added to the history one by one',
    {
      contents: [...hello, ...['Hel', 'lo ', 'there'].map((one) => model(text(one)))],
      messages: [helloMessage, answered('Hello there')],
    },
  ],
  [
    'turns of the user in a row, because some chat templates require alternate roles',
    {
      contents: [user(text('a')), user(text('b')), model(text('c'))],
      messages: [said('a\nb'), answered('c')],
    },
  ],
  [
    'an image of the model, with the next turn of the user',
    {
      contents: [model(text('Here'), image), ...hello],
      messages: [answered('Here'), said([imageUrl, { type: 'text', text: 'Hello' }])],
      server: 'openrouter',
    },
  ],
  [
    'an image of the model in the last turn',
    {
      contents: [...hello, model(text('Here'), image)],
      messages: [helloMessage, answered('Here')],
      server: 'openrouter',
      ignored: 'contents[].parts[].inlineData',
    },
  ],
  thoughtsRow(['ollama', 'reasoning']),
  thoughtsRow(['vllm', 'reasoning']),
  thoughtsRow(['openrouter', 'reasoning']),
  thoughtsRow(['llama-cpp', 'reasoning_content']),
  [
    'nothing but thoughts',
    {
      contents: [...hello, model(...thoughts)],
      messages: [helloMessage, answered('', { reasoning: 'Hm' })],
      server: 'ollama',
    },
  ],
  [
    'thoughts of the history elsewhere, and signatures',
    {
      contents: [model(...thoughts, { text: 'Hi', thoughtSignature: 'AAAA' }, text('!'))],
      messages: [answered('Hi!')],
      ignored: 'contents[].parts[].thought, contents[].parts[].thoughtSignature',
    },
  ],
  [
    'parallel calls with IDs, answered in another order',
    {
      contents: [
        model(text('Wait'), call('a', { x: 1 }, 'one'), call('a', { x: 2 }, 'two')),
        user(result('a', { y: 2 }, 'two'), result('a', { y: 1 }, 'one'), text('Go on')),
      ],
      messages: [
        answered('Wait', { tool_calls: [toolCall('one', 'a', '{"x":1}'), toolCall('two', 'a', '{"x":2}')] }),
        { role: 'tool', tool_call_id: 'two', content: '{"y":2}' },
        { role: 'tool', tool_call_id: 'one', content: '{"y":1}' },
        said('Go on'),
      ],
    },
  ],
  [
    'results after another turn of the user, directly after their calls',
    {
      contents: [
        model(text('Wait'), call('a', {}, 'one')),
        user(text('Go on')),
        { role: 'function', parts: [result('a', {}, 'one')] },
      ],
      messages: [
        answered('Wait', { tool_calls: [toolCall('one', 'a', '{}')] }),
        { role: 'tool', tool_call_id: 'one', content: '{}' },
        said('Go on'),
      ],
    },
  ],
])('%s', (_, { messages, server, ignored, ...request }) => {
  const sent = translate(request, server)
  expect([sent.messages, sent.ignored]).toEqual([messages, ignored])
})

test('calls without IDs get unique ones that Mistral accepts, and results find them by name and order', () => {
  const contents = [
    ...hello,
    model(call('a'), call('b'), call('a')),
    { role: 'function', parts: [result('b', {}), result('a', { n: 1 })] },
    { role: 'function', parts: [result('a', { n: 2 })] },
    model(call('a')),
    user(result('a', { n: 3 })),
  ]
  const messages = translate({ contents }).messages as {
    tool_calls?: { id: string }[]
    tool_call_id?: string
  }[]
  const ids = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/)
  expect(messages.flatMap(({ tool_call_id: id }) => (id ? [ids.indexOf(id)] : []))).toEqual([1, 0, 2, 3])
})

test.each<[ServerName, string, number]>([
  ['openai', 'List rivers', 2],
  ['groq', 'List rivers', 2],
  ['openai', 'List rivers as json', 1],
  ['ollama', 'List rivers', 1],
])('%s gets the word JSON in JSON mode: %s', (server, prompt, count) => {
  const { messages } = translate({ contents: [user(text(prompt))], generationConfig: json }, server)
  expect(messages).toHaveLength(count)
  expect(JSON.stringify(messages)).toMatch(server === 'ollama' ? /rivers/ : /json/i)
})

describe('schemas', () => {
  const formatOf = (responseSchema: JsonObject) =>
    (translate({ generationConfig: { ...json, responseSchema } }).fields.response_format as JsonObject)
      .json_schema as { schema: JsonObject; strict?: boolean }
  const wrap = (property: JsonObject) => ({ type: 'OBJECT', properties: { a: property }, required: ['a'] })
  const inner = (required: string[]) => ({
    type: 'OBJECT',
    nullable: true,
    properties: { b: { type: 'STRING' } },
    required,
  })
  const closed = { required: ['b'], additionalProperties: false }

  test.each<[property: JsonObject, sent: JsonObject]>([
    [{ type: 'STRING' }, { type: 'string' }],
    [{ type: 'STRING', nullable: true }, { type: ['string', 'null'] }],
    [
      { type: 'INTEGER', format: 'int32', minimum: 1 },
      { type: 'integer', minimum: 1 },
    ],
    [
      { type: 'STRING', enum: ['b'], format: 'enum', nullable: true },
      { type: ['string', 'null'], enum: ['b', null] },
    ],
    ...['date-time', 'date', 'uuid', 'ipv6'].map((format): [JsonObject, JsonObject] => [
      { type: 'STRING', format },
      { type: 'string', format },
    ]),
    [
      { type: 'ARRAY', items: { type: 'INTEGER' }, minItems: '1' },
      { type: 'array', items: { type: 'integer' }, minItems: 1 },
    ],
    [inner(['b']), { type: ['object', 'null'], properties: { b: { type: 'string' } }, ...closed }],
  ])('%j becomes %j, and is strict', (property, sent) => {
    const { schema, strict } = formatOf(wrap(property))
    expect([schema, strict]).toEqual([
      { type: 'object', properties: { a: sent }, required: ['a'], additionalProperties: false },
      true,
    ])
  })

  // OpenAI rejects them as strict.
  test.each<[property: JsonObject]>([
    [{ type: 'STRING', maxLength: 3 }],
    [{ type: 'STRING', format: 'uri' }],
    [{ type: 'STRING', default: 'a' }],
    [{ type: 'ARRAY', items: { type: 'STRING' }, uniqueItems: true }],
    [{ type: 'ARRAY', items: { type: 'STRING', format: 'regex' } }],
    [{ ...inner(['b']), minProperties: '1' }],
    [{ ...inner(['b']), maxProperties: 2 }],
    [{ type: 'STRING', anyOf: [{ type: 'STRING', format: 'uri' }] }],
    [inner([])],
  ])('%j is sent with all its members, and not strict', (property) => {
    const { schema, strict } = formatOf(wrap(property))
    const { nullable: _, ...members } = property
    expect(strict).toBeUndefined()
    expect(schema).not.toHaveProperty('additionalProperties')
    expect(Object.keys((schema.properties as { a: object }).a).sort()).toEqual(Object.keys(members).sort())
  })

  test('arrays, and texts, are not strict; anyOf, null, and references are translated at any depth', () => {
    expect(formatOf({ type: 'STRING' })).toEqual({ name: 'response', schema: { type: 'string' } })
    const nullable = {
      type: 'OBJECT',
      nullable: true,
      properties: { x: { ref: '#/defs/X' }, type: { type: 'NUMBER' } },
    }
    const schema = {
      type: 'ARRAY',
      items: { any_of: [{ type: 'STRING' }, nullable], nullable: true },
      max_items: '3',
      defs: { X: { type: 'INTEGER', format: 'int64' } },
    }
    const sent = {
      type: ['object', 'null'],
      properties: { x: { $ref: '#/$defs/X' }, type: { type: 'number' } },
    }
    expect(formatOf(schema)).toEqual({
      name: 'response',
      schema: {
        type: 'array',
        items: { anyOf: [{ anyOf: [{ type: 'string' }, sent] }, { type: 'null' }] },
        maxItems: 3,
        $defs: { X: { type: 'integer' } },
      },
    })
  })

  test('propertyOrdering is the order of the properties, in which servers write them', () => {
    const string = { type: 'STRING' }
    const { schema } = formatOf({
      type: 'OBJECT',
      properties: { a: string, b: string, __proto__: null, c: string },
      property_ordering: ['c', 'missing', 'a'],
    })
    expect(Object.keys(schema.properties as object)).toEqual(['c', 'a', 'b'])
    expect(schema).not.toHaveProperty('propertyOrdering')
  })

  test('examples are listed', () => {
    const tools = [
      { functionDeclarations: [{ name: 'f', parameters: wrap({ type: 'STRING', example: 'x' }) }] },
    ]
    expect(translate({ tools }).ignored).toBe(
      'tools[].functionDeclarations[].parameters.properties.a.example',
    )
  })
})

const config = (generationConfig: JsonObject) => ({ generationConfig })
const part = (one: unknown, role = 'user') => ({ contents: [{ role, parts: [one] }] })

test.each<[param: string, request: JsonObject]>([
  ['safetySettings', { safetySettings: { threshold: 'BLOCK_LOW_AND_ABOVE' } }],
  ['safetySettings[0]', { safetySettings: ['BLOCK_LOW_AND_ABOVE'] }],
  ['tools[0].functionDeclarations', { tools: [{ functionDeclarations: { name: 'f' } }] }],
  [
    'tools[0].functionDeclarations[0].parameters',
    { tools: [{ functionDeclarations: [{ name: 'f', parameters: 'x' }] }] },
  ],
  ['toolConfig', { toolConfig: 'x' }],
  ['toolConfig.functionCallingConfig', { toolConfig: { functionCallingConfig: 'ANY' } }],
  [allowedNames, withMode({ mode: 'ANY', allowedFunctionNames: 'f' })],
  ['generationConfig.thinkingConfig', config({ thinkingConfig: 'HIGH' })],
  ['generationConfig.responseSchema', config({ responseSchema: 'STRING' })],
  ['generationConfig.responseJsonSchema', config({ responseJsonSchema: [{}] })],
  ['generationConfig.responseMimeType', config({ responseMimeType: 5 })],
  ['generationConfig.thinkingConfig.thinkingBudget', config(thinking({ thinkingBudget: '1024' }))],
  ['generationConfig.thinkingConfig.thinkingLevel', config(thinking({ thinkingLevel: 1 }))],
  ['generationConfig.thinkingConfig.includeThoughts', config(thinking({ includeThoughts: 'true' }))],
  ['generationConfig.responseLogprobs', config({ responseLogprobs: 'true' })],
  ['contents[0].parts[0].text', part({ text: 5 })],
  ['contents[0].parts[0].inlineData', part({ inlineData: 'x' })],
  ['contents[0].parts[0].inlineData.data', part({ inlineData: { mimeType: 'image/png' } })],
  ['contents[0].parts[0].functionCall', part({ functionCall: 'f' }, 'model')],
  ['contents[0].parts[0].functionResponse', part({ functionResponse: 'f' })],
  ['systemInstruction.parts[0].text', { systemInstruction: { parts: [{ text: {} }] } }],
  ['systemInstruction.parts[0]', { systemInstruction: { parts: ['Be brief'] } }],
])('%s of another type is rejected, not dropped', (param, request) => {
  const { message } = rejection(request)
  expect(message).toMatch(/^[\w[\].]+: must be an? (?:string|number|boolean|object|array)\./)
  expect(message.startsWith(`${param}: `)).toBe(true)
})

const callThen = (one: JsonObject) => ({ contents: [...hello, model(call('f')), user(one)] })

test.each<[param: string, request: JsonObject, server?: ServerName]>([
  ['systemInstruction', { systemInstruction: 'Be brief' }],
  ['systemInstruction.text', { systemInstruction: { text: 'Be brief' } }],
  ['systemInstruction.parts', { systemInstruction: { parts: 'Be brief' } }],
  ['contents[0].text', { contents: [{ ...user(text('Hi')), text: 'Hello' }] }],
  ['contents[0].parts[0]', part({ text: 'a', ...inline('image/png') })],
  [
    'contents[0].parts[0].functionCall.partialArgs',
    part({ functionCall: { name: 'f', partialArgs: [{}] } }, 'model'),
  ],
  ['contents[2].parts[0].functionResponse', callThen(result('b', {}))],
  [
    'contents[2].parts[0].functionResponse.scheduling',
    callThen({ functionResponse: { name: 'f', response: {}, scheduling: 'SILENT' } }),
  ],
  [
    'contents[0].parts[0].inlineData.new',
    part({ inlineData: { mimeType: 'image/png', data: 'AAAA', new: 1 } }),
  ],
  ['contents[0].parts[0].videoMetadata', part({ ...inline('video/mp4'), videoMetadata: { fps: 1 } }), 'vllm'],
  [allowedNames, withMode({ mode: 'ANY', allowedFunctionNames: ['c'] })],
  [allowedNames, withMode({ mode: 'ANY', allowedFunctionNames: ['a', 'c'] })],
  ['toolConfig.functionCallingConfig.mode', { toolConfig: { functionCallingConfig: { mode: 'ANY' } } }],
  ['toolConfig.functionCallingConfig.new', withMode({ mode: 'AUTO', new: 1 })],
])('%s is rejected by name', (param, request, server) => {
  expect(rejection(request, server).param).toBe(param)
})

test.each<[param: string, request: JsonObject, server?: ServerName]>([
  ['constructor', JSON.parse('{"constructor":1}')],
  ['Proto__', JSON.parse('{"__proto__":1}')],
  ['generationConfig.constructor', config(JSON.parse('{"constructor":1}'))],
  ['tools[0].constructor', { tools: [JSON.parse('{"constructor":1}')] }],
  ['safetySettings[0]', { safetySettings: [{ category: 'X', threshold: 'BLOCK_ONLY_HIGH' }] }],
  ['tools[0].googleSearch', { tools: [{ googleSearch: {} }] }],
  ['tools[0].googleSearch', { tools: [{ google_search: {} }] }],
  ['tools[1].urlContext', { tools: [{ functionDeclarations: [] }, { urlContext: {} }] }],
  ['tools[0].codeExecution', { tools: [{ codeExecution: {} }] }],
  ['toolConfig.functionCallingConfig.mode', withMode({ mode: 'ANY' }), 'ollama'],
  ['cachedContent', { cachedContent: 'cachedContents/x' }],
  ['somethingNew', { somethingNew: 1 }],
  ['contents[0].parts[0].fileData', part({ fileData: { fileUri: 'x' } }), 'openai'],
  ['contents[0].parts[0].fileData', part({ file_data: { file_uri: 'x' } })],
  ['contents[0].parts[0].executableCode', part({ executableCode: { code: 'x' } })],
  ['contents[0].parts[0].inlineData', part(inline('image/png'), 'model')],
  ['contents[0].parts[0].inlineData', part(inline('audio/wav')), 'ollama'],
  ['contents[0].parts[0].inlineData', part(inline('video/mp4')), 'ollama'],
  ['contents[0].parts[0].inlineData.mimeType', part(inline('application/pdf')), 'ollama'],
  ['contents[0].parts[0].inlineData.mimeType', part(inline('audio/flac')), 'openai'],
  [
    'systemInstruction.parts[0].inlineData',
    { systemInstruction: { parts: [{ inlineData: { data: 'A' } }] } },
  ],
  ['generationConfig.speechConfig', config({ speechConfig: { voice: 'x' } })],
  ['generationConfig.responseModalities', config({ responseModalities: ['AUDIO'] })],
  ['generationConfig.responseMimeType', config({ responseMimeType: 'text/x.enum' })],
  ['generationConfig.candidateCount', config({ candidateCount: 2 }), 'ollama'],
  ['generationConfig.responseLogprobs', config({ responseLogprobs: true }), 'lm-studio'],
  ['generationConfig.somethingNew', config({ somethingNew: 1 })],
])('%s is rejected, with the name of the server', (param, request, server = 'other') => {
  const found = rejection(request, server)
  expect(found.param).toBe(param)
  expect(found.message.startsWith(`${param}: ${servers[server].label} `)).toBe(true)
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
