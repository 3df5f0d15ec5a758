// Each field of a chat completion: what Google's API gets for it, or the error that names it.
import { expect, test } from 'vitest'
import type { ApiError } from '#shared/schemas/api-error'
import { ChatCompletionRequest } from '#shared/schemas/openai-requests'
import { readClientCallId, toClientCallId } from './call-ids'
import { type ChatCall, translateCall } from './translate-call'

const model = 'gen-2.5-pro'
const hello = { role: 'user', content: 'Hello' }
const png = 'iVBORw0KGgo='

function translate(fields: object) {
  const request = { model, messages: [hello], ...fields }
  expect(ChatCompletionRequest.safeParse(request).error).toBeUndefined()
  // The route has this translation.
  const call = translateCall('createChatCompletion', request, []) as ChatCall
  return { ...call, body: JSON.parse(Buffer.from(call.body).toString()) }
}

const part = (value: object) => [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, value] }]
const weather = { name: 'get_weather', description: 'Weather', parameters: { type: 'object' } }
const tools = [{ type: 'function', function: weather }]
const declaration = {
  name: 'get_weather',
  description: 'Weather',
  parametersJsonSchema: { type: 'object' },
}

// A field that is lost or sent under another name changes the response without any error.
test.each([
  [{ temperature: 0 }, { temperature: 0 }],
  [{ top_p: 0.5 }, { topP: 0.5 }],
  [{ top_k: 4 }, { topK: 4 }],
  [{ max_tokens: 5 }, { maxOutputTokens: 5 }],
  [{ max_completion_tokens: 6 }, { maxOutputTokens: 6 }],
  [{ stop: 'END' }, { stopSequences: ['END'] }],
  [{ stop: ['a', 'b'] }, { stopSequences: ['a', 'b'] }],
  [{ seed: 7 }, { seed: 7 }],
  [{ n: 2 }, { candidateCount: 2 }],
  [{ presence_penalty: 0.1 }, { presencePenalty: 0.1 }],
  [{ frequency_penalty: 0.2 }, { frequencyPenalty: 0.2 }],
  [
    { logprobs: true, top_logprobs: 3 },
    { responseLogprobs: true, logprobs: 3 },
  ],
  [{ modalities: ['text', 'image'] }, { responseModalities: ['TEXT', 'IMAGE'] }],
  [{ response_format: { type: 'json_object' } }, { responseMimeType: 'application/json' }],
  [
    { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object' } } } },
    { responseMimeType: 'application/json', responseJsonSchema: { type: 'object' } },
  ],
  [{ reasoning_effort: 'low' }, { thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 } }],
  [{ reasoning_effort: 'high' }, { thinkingConfig: { includeThoughts: true, thinkingBudget: 24_576 } }],
  [
    { model: 'gen-2.5-flash', reasoning_effort: 'none' },
    { thinkingConfig: { includeThoughts: false, thinkingBudget: 0 } },
  ],
  [
    { model: 'gemini-3.1-pro-preview', reasoning_effort: 'medium' },
    { thinkingConfig: { includeThoughts: true, thinkingLevel: 'MEDIUM' } },
  ],
  [
    { extra_body: { google: { thinking_config: { include_thoughts: true, thinking_budget: 9 } } } },
    { thinkingConfig: { includeThoughts: true, thinkingBudget: 9 } },
  ],
])('%j becomes generationConfig %j', (fields, generationConfig) => {
  expect(translate(fields).body).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    generationConfig,
  })
})

test.each([
  [{ n: 1, stop: null, tools: [], response_format: { type: 'text' }, stream: false, temperature: null }],
  [{ modalities: ['text'], top_p: null, tool_choice: 'auto', reasoning_effort: null, logit_bias: {} }],
])('%j is what is done anyway', (fields) => {
  const { body, ignored } = translate(fields)
  expect([body, ignored]).toEqual([{ contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }, []])
})

test.each([
  [{ tools }, { tools: [{ functionDeclarations: [declaration] }] }],
  [{ tools, tool_choice: 'none' }, { toolConfig: { functionCallingConfig: { mode: 'NONE' } } }],
  [{ tools, tool_choice: 'required' }, { toolConfig: { functionCallingConfig: { mode: 'ANY' } } }],
  [
    { tools, tool_choice: { type: 'function', function: { name: 'get_weather' } } },
    { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get_weather'] } } },
  ],
])('functions: %j', (fields, expected) => {
  expect(translate(fields).body).toMatchObject(expected)
})

test.each([
  [{ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }, 'image/png'],
  [{ type: 'image_url', image_url: { url: `data:image/jpg;base64,${png}` } }, 'image/jpeg'],
  [{ type: 'image_url', image_url: `data:image/webp;base64,${png}` }, 'image/webp'],
  [{ type: 'input_audio', input_audio: { data: png, format: 'wav' } }, 'audio/wav'],
  [{ type: 'file', file: { file_data: `data:application/pdf;base64,${png}` } }, 'application/pdf'],
  [{ type: 'video_url', video_url: { url: `data:video/mp4;base64,${png}` } }, 'video/mp4'],
])('media: %j', (media, mimeType) => {
  const { contents } = translate({ messages: part(media) }).body
  expect(contents[0].parts).toEqual([{ text: 'What is this?' }, { inlineData: { mimeType, data: png } }])
})

test('instructions, wherever they are, become the system instruction, and alone the prompt', () => {
  const system = { role: 'system', content: 'Be brief.' }
  const developer = { role: 'developer', content: [{ type: 'text', text: 'In French.' }] }
  const instruction = { parts: [{ text: 'Be brief.' }, { text: 'In French.' }] }
  expect(translate({ messages: [system, hello, developer] }).body).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    systemInstruction: instruction,
  })
  expect(translate({ messages: [system, developer] }).body).toEqual({
    contents: [{ role: 'user', ...instruction }],
  })
})

// Google's API rejects results that are not in one turn, as many as there are calls.
test('the results of parallel calls are one turn, in the order of the calls', () => {
  const call = (id: string, city: string) => ({
    id,
    type: 'function',
    function: { name: 'get_weather', arguments: JSON.stringify({ city }) },
  })
  const messages = [
    hello,
    { role: 'assistant', content: null, tool_calls: [call('a', 'Oslo'), call('call_gp_1', 'Rome')] },
    { role: 'tool', tool_call_id: 'call_gp_1', content: '{"degrees":21}' },
    { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'cold' }] },
  ]
  expect(translate({ messages }).body.contents.slice(1)).toEqual([
    {
      role: 'model',
      parts: [
        { functionCall: { id: 'a', name: 'get_weather', args: { city: 'Oslo' } } },
        { functionCall: { name: 'get_weather', args: { city: 'Rome' } } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'a', name: 'get_weather', response: { output: 'cold' } } },
        { functionResponse: { name: 'get_weather', response: { degrees: 21 } } },
      ],
    },
  ])
})

// A model of the third generation rejects a call without its signature, and every model one of another model.
test('the signature of a call survives in its ID, for the model that signed it', () => {
  const signature = `${png}+/\n"é`
  for (const id of ['a', 'with__thought__inside', undefined]) {
    const clientId = toClientCallId(id, signature, 'gemini-3.1-pro-preview')
    if (id === undefined) expect(clientId).toMatch(/^[\w-]+$/)
    expect(readClientCallId(clientId, 'gen-3.1-pro-preview')).toEqual({
      id,
      signature,
      isSigned: true,
    })
    expect(readClientCallId(clientId, 'gen-2.5-pro')).toEqual({ id, signature: undefined, isSigned: true })
  }
  expect(readClientCallId('call_of_another_server', model)).toEqual({
    id: 'call_of_another_server',
    signature: undefined,
    isSigned: false,
  })
})

test.each([
  ['gen-3.1-pro-preview', {}, 'skip_thought_signature_validator'],
  ['gen-2.5-pro', {}, undefined],
  ['gen-3.1-pro-preview', { extra_content: { google: { thought_signature: 'c2ln' } } }, 'c2ln'],
  // Clients may return the signature of another model in both places.
  [
    'gen-3.1-pro-preview',
    {
      id: toClientCallId('a', 'c2ln', 'gen-3-flash'),
      extra_content: { google: { thought_signature: 'c2ln' } },
    },
    'skip_thought_signature_validator',
  ],
])('%s gets a call with %j with the signature %s', (name, more, thoughtSignature) => {
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '' }, ...more }
  const messages = [hello, { role: 'assistant', tool_calls: [call] }]
  const [, turn] = translate({ model: name, messages }).body.contents
  expect(turn.parts).toEqual([
    {
      functionCall: { id: 'a', name: 'f', args: {} },
      ...(thoughtSignature === undefined ? {} : { thoughtSignature }),
    },
  ])
})

test('fields without effect are listed wherever they are, once for all messages', () => {
  const named = { ...hello, name: 'ada' }
  const cache_control = { type: 'ephemeral' }
  const image_url = { url: `data:image/png;base64,${png}`, format: 'image/png' }
  const calls = [{ id: 'a', type: 'function', index: 0, function: { name: 'f', arguments: '{}' } }]
  const extra_content = { google: { thought_signature: 'c2ln' } }
  const returned = {
    role: 'assistant',
    content: 'Hi.',
    refusal: null,
    reasoning_content: 'Greet.',
    extra_content,
  }
  const { ignored } = translate({
    messages: [
      named,
      { ...returned, tool_calls: calls },
      named,
      ...part({ type: 'image_url', image_url, cache_control }),
    ],
    user: 'u',
    store: true,
    metadata: { a: 'b' },
    service_tier: 'auto',
    tools: [{ type: 'function', function: { ...weather, strict: true }, cache_control }],
    stream_options: { include_usage: true, include_obfuscation: false },
    response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema: {} } },
  })
  expect([...ignored].sort()).toEqual([
    'messages[].content[].cache_control',
    'messages[].content[].image_url.format',
    'messages[].extra_content',
    'messages[].name',
    'messages[].reasoning_content',
    'messages[].tool_calls[].index',
    'metadata',
    'response_format.json_schema.strict',
    'service_tier',
    'store',
    'stream_options.include_obfuscation',
    'tools[].cache_control',
    'tools[].function.strict',
    'user',
  ])
})

// A field that is dropped instead would change the meaning of the request silently.
test.each([
  [{ modalities: ['text', 'audio'] }, 'modalities[1]'],
  [{ audio: { voice: 'alloy' } }, 'audio'],
  [{ logit_bias: { 50256: -100 } }, 'logit_bias'],
  [{ functions: [weather] }, 'functions'],
  [{ web_search_options: { search_context_size: 'low' } }, 'web_search_options'],
  [{ novel: 1 }, 'novel'],
  [{ reasoning_effort: 'extreme' }, 'reasoning_effort'],
  [{ reasoning_effort: 'none' }, 'reasoning_effort'],
  [{ response_format: { type: 'grammar' } }, 'response_format.type'],
  [{ tools: [{ type: 'web_search' }] }, 'tools[0].type'],
  [{ tools, tool_choice: 'sometimes' }, 'tool_choice'],
  [{ tool_choice: 'required' }, 'tool_choice'],
  [{ tools, tool_choice: 'toString' }, 'tool_choice'],
  [{ reasoning_effort: 'constructor' }, 'reasoning_effort'],
  [{ tools: [{ type: 'function', function: weather, novel: 1 }] }, 'tools[0].novel'],
  [
    { response_format: { type: 'json_schema', json_schema: { name: 'x', novel: 1 } } },
    'response_format.json_schema.novel',
  ],
  [{ extra_body: { google: { thinking_config: 5 } } }, 'extra_body.google.thinking_config'],
])('%j is rejected, naming %s', (fields, param) => {
  expectRejection(fields, param)
})

const image = (url: string) => part({ type: 'image_url', image_url: { url } })
const assistant = (fields: object) => [hello, { role: 'assistant', ...fields }]
const list = { id: 'a', function: { name: 'f', arguments: '[1]' } }
const fastVideo = { url: `data:video/mp4;base64,${png}`, fps: 2 }

test.each([
  [image('https://example.com/cat.png'), '[0].content[1].image_url.url'],
  [image('data:image/svg+xml,<svg/>'), '[0].content[1].image_url.url'],
  [part({ type: 'file', file: { file_id: 'file-1' } }), '[0].content[1].file.file_id'],
  [part({ type: 'input_audio', input_audio: { format: 'wav' } }), '[0].content[1].input_audio.data'],
  [part({ type: 'video_url', video_url: fastVideo }), '[0].content[1].video_url.fps'],
  [part({ type: 'novel' }), '[0].content[1].type'],
  [part({ type: 'toString', toString: 1 }), '[0].content[1].type'],
  [part({ type: 'text', text: 'Hi', novel: 1 }), '[0].content[1].novel'],
  [part({ type: 'text', text: 5 }), '[0].content[1].text'],
  [[{ role: 'user', content: '' }], '[0].content'],
  [[{ ...hello, novel: 1 }], '[0].novel'],
  [[hello, { role: 'tool', tool_call_id: 'x', content: '' }], '[1].tool_call_id'],
  [assistant({ tool_calls: [list] }), '[1].tool_calls[0].function.arguments'],
  [assistant({ content: null, audio: { id: 'a' } }), '[1].audio'],
])('the messages %j are rejected, naming messages%s', (messages, path) => {
  expectRejection({ messages }, `messages${path}`)
})

function expectRejection(fields: object, param: string): void {
  let error: ApiError | undefined
  try {
    translate(fields)
  } catch (thrown) {
    error = thrown as ApiError
  }
  expect([error?.http, error?.param, error?.message.startsWith(`${param}: `)]).toEqual([400, param, true])
}
