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

test('fields without effect are listed, once for all messages', () => {
  const named = { ...hello, name: 'ada' }
  const returned = { role: 'assistant', content: 'Hi.', refusal: null, reasoning_content: 'Greet.' }
  const { ignored } = translate({
    messages: [named, returned, named],
    user: 'u',
    store: true,
    metadata: { a: 'b' },
    service_tier: 'auto',
    tools: [{ type: 'function', function: { ...weather, strict: true } }],
    stream_options: { include_usage: true, include_obfuscation: false },
  })
  expect([...ignored].sort()).toEqual([
    'messages[].name',
    'messages[].reasoning_content',
    'metadata',
    'service_tier',
    'store',
    'stream_options.include_obfuscation',
    'tools[].function.strict',
    'user',
  ])
})

test('members without effect are listed wherever they are', () => {
  const cache_control = { type: 'ephemeral' }
  const url = `data:image/png;base64,${png}`
  const extra_content = { google: { thought_signature: 'c2ln' } }
  const calls = [{ id: 'a', type: 'function', index: 0, function: { name: 'f', arguments: '{}' } }]
  const { ignored } = translate({
    messages: [
      ...part({ type: 'image_url', image_url: { url, format: 'image/png' }, cache_control }),
      { role: 'assistant', content: 'Hi.', extra_content, tool_calls: calls },
    ],
    tools: [{ type: 'function', function: weather, cache_control }],
    response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema: {} } },
  })
  expect([...ignored].sort()).toEqual([
    'messages[].content[].cache_control',
    'messages[].content[].image_url.format',
    'messages[].extra_content',
    'messages[].tool_calls[].index',
    'response_format.json_schema.strict',
    'tools[].cache_control',
  ])
})

const image = (url: string) => part({ type: 'image_url', image_url: { url } })

// A field that is dropped instead would change the meaning of the request silently.
test.each([
  [{ messages: image('https://example.com/cat.png') }, 'messages[0].content[1].image_url.url'],
  [{ messages: image('data:image/svg+xml,<svg/>') }, 'messages[0].content[1].image_url.url'],
  [{ messages: part({ type: 'file', file: { file_id: 'file-1' } }) }, 'messages[0].content[1].file.file_id'],
  [{ messages: part({ type: 'novel' }) }, 'messages[0].content[1].type'],
  [{ messages: [{ role: 'user', content: '' }] }, 'messages[0].content'],
  [{ messages: [{ ...hello, novel: 1 }] }, 'messages[0].novel'],
  [{ messages: [hello, { role: 'tool', tool_call_id: 'x', content: '' }] }, 'messages[1].tool_call_id'],
  [
    {
      messages: [
        hello,
        { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', arguments: '[1]' } }] },
      ],
    },
    'messages[1].tool_calls[0].function.arguments',
  ],
  [{ messages: [hello, { role: 'assistant', content: null, audio: { id: 'a' } }] }, 'messages[1].audio'],
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
  [{ messages: part({ type: 'toString', toString: 1 }) }, 'messages[0].content[1].type'],
  [{ messages: part({ type: 'text', text: 'Hi', novel: 1 }) }, 'messages[0].content[1].novel'],
  [{ messages: part({ type: 'text', text: 5 }) }, 'messages[0].content[1].text'],
  [
    { messages: part({ type: 'input_audio', input_audio: { format: 'wav' } }) },
    'messages[0].content[1].input_audio.data',
  ],
  [
    {
      messages: part({
        type: 'video_url',
        video_url: { url: `data:video/mp4;base64,${png}`, fps: 2 },
      }),
    },
    'messages[0].content[1].video_url.fps',
  ],
  [{ tools: [{ type: 'function', function: weather, novel: 1 }] }, 'tools[0].novel'],
  [
    { response_format: { type: 'json_schema', json_schema: { name: 'x', novel: 1 } } },
    'response_format.json_schema.novel',
  ],
  [{ extra_body: { google: { thinking_config: 5 } } }, 'extra_body.google.thinking_config'],
])('%j is rejected, naming %s', (fields, param) => {
  let error: ApiError | undefined
  try {
    translate(fields)
  } catch (thrown) {
    error = thrown as ApiError
  }
  expect([error?.http, error?.param, error?.message.startsWith(`${param}: `)]).toEqual([400, param, true])
})
