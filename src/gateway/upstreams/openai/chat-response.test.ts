// Tests the translation of chat completions: whole, and streamed at any chunk borders.
import { describe, expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { readEvents } from '#shared/wire/read-events'
import type { JsonObject } from '../../translation/json-objects'
import { toContentResponse, translateChatStream } from './chat-response'
import { toGoogleError } from './error-bodies'

const withThoughts = { includesThoughts: true }

function whole(message: JsonObject, choice: JsonObject = {}, body: JsonObject = {}) {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop', ...choice }]
  return toContentResponse({ id: 'chatcmpl-1', model: 'm', choices, ...body }, withThoughts)
}

/** The parts of the only candidate. */
function partsOf(response: unknown): unknown {
  return (response as { candidates: { content: { parts: unknown } }[] }).candidates[0]?.content.parts
}

describe('a whole response', () => {
  test('text, with usage', () => {
    const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 }
    expect(whole({ content: 'Hi' }, {}, { usage })).toEqual({
      candidates: [{ content: { parts: [{ text: 'Hi' }], role: 'model' }, index: 0, finishReason: 'STOP' }],
      modelVersion: 'm',
      responseId: 'chatcmpl-1',
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 },
    })
  })

  test('thoughts and cached tokens are counted apart; without usage, there are no counts', () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 30,
      total_tokens: 40,
      completion_tokens_details: { reasoning_tokens: 20 },
      prompt_tokens_details: { cached_tokens: 4 },
    }
    expect(whole({ content: 'Hi' }, {}, { usage })?.usageMetadata).toEqual({
      promptTokenCount: 10,
      candidatesTokenCount: 10,
      thoughtsTokenCount: 20,
      cachedContentTokenCount: 4,
      totalTokenCount: 40,
    })
    for (const unknown of [null, [], { prompt_tokens: -1, completion_tokens: 'NaN', total_tokens: 0.5 }])
      expect(whole({ content: 'Hi' }, {}, { usage: unknown })).not.toHaveProperty('usageMetadata')
  })

  test.each([
    ['stop', 'STOP'],
    ['length', 'MAX_TOKENS'],
    ['tool_calls', 'STOP'],
    ['content_filter', 'SAFETY'],
    ['model_length', 'MAX_TOKENS'],
    [null, 'STOP'],
    ['abort', 'OTHER'],
    ['constructor', 'OTHER'],
    ['__proto__', 'OTHER'],
  ])('finish reason %s becomes %s', (finish_reason, finishReason) => {
    expect(whole({ content: 'Hi' }, { finish_reason })?.candidates).toMatchObject([{ finishReason }])
  })

  test.each([
    ['reasoning_content', { reasoning_content: 'Hm', content: 'Hi' }],
    ['reasoning', { reasoning: 'Hm', content: 'Hi' }],
    ['both, with the same text', { reasoning: 'Hm', reasoning_content: 'Hm', content: 'Hi' }],
    ['tags', { content: '<think>\nHm</think>\n\nHi' }],
    [
      'a list of chunks',
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
          { type: 'text', text: 'Hi' },
        ],
      },
    ],
  ])('%s become a thought', (_, message) => {
    const parts = partsOf(whole(message)) as { text: string; thought?: boolean }[]
    expect(parts.map(({ text, thought }) => [text.trim(), thought])).toEqual([
      ['Hm', true],
      ['Hi', undefined],
    ])
  })

  test('thoughts that the client does not want are dropped', () => {
    const body = { choices: [{ message: { reasoning: 'Hm', content: '<think>Hm</think>Hi' } }] }
    expect(partsOf(toContentResponse(body, { includesThoughts: false }))).toEqual([{ text: 'Hi' }])
  })

  test('parallel function calls with IDs, arguments as an object, and without arguments', () => {
    const tool_calls = [
      { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
      { id: 'b', type: 'function', function: { name: 'g', arguments: { y: 2 } } },
      { type: 'function', function: { name: 'h', arguments: '' } },
    ]
    expect(partsOf(whole({ content: null, tool_calls }, { finish_reason: 'tool_calls' }))).toEqual([
      { functionCall: { id: 'a', name: 'f', args: { x: 1 } } },
      { functionCall: { id: 'b', name: 'g', args: { y: 2 } } },
      { functionCall: { name: 'h', args: {} } },
    ])
  })

  test.each<[string, JsonObject]>([
    ['a part of JSON', { name: 'f', arguments: '{"x":' }],
    ['an array', { name: 'f', arguments: '[1]' }],
    ['JSON twice', { name: 'f', arguments: '{}{}' }],
    ['without a name', { arguments: '{}' }],
  ])('arguments that are not a JSON object: %s', (_, call) => {
    const tool_calls = [{ id: 'a', function: call }]
    const finish_reason = 'tool_calls'
    expect(whole({ tool_calls }, { finish_reason })?.candidates).toMatchObject([
      { finishReason: 'MALFORMED_FUNCTION_CALL', content: { parts: [{ text: '' }] } },
    ])
  })

  test.each(['', ' ', 'null', null])('a function without parameters, with the arguments %j', (text) => {
    const tool_calls = [{ id: 'a', function: { name: 'f', arguments: text } }]
    expect(partsOf(whole({ tool_calls }))).toEqual([{ functionCall: { id: 'a', name: 'f', args: {} } }])
  })

  test('each entry is a call of its own, also with the same name or ID', () => {
    const call = (name: string, id?: string) => ({ ...(id && { id }), function: { name, arguments: '' } })
    expect(partsOf(whole({ tool_calls: [call('f'), call('f'), call('g', 'a'), call('h', 'a')] }))).toEqual([
      { functionCall: { name: 'f', args: {} } },
      { functionCall: { name: 'f', args: {} } },
      { functionCall: { id: 'a', name: 'g', args: {} } },
      { functionCall: { id: 'a', name: 'h', args: {} } },
    ])
  })

  test('a malformed call does not hide the others', () => {
    const tool_calls = [
      { id: 'a', function: { name: 'f', arguments: '{"x":' } },
      { id: 'b', function: { name: 'g', arguments: '{}' } },
    ]
    expect(whole({ tool_calls })?.candidates).toMatchObject([
      {
        finishReason: 'MALFORMED_FUNCTION_CALL',
        content: { parts: [{ functionCall: { id: 'b', name: 'g', args: {} } }] },
      },
    ])
  })

  test.each([
    ['The user wants\n</think>\n\nHi', [{ text: 'The user wants\n', thought: true }, { text: 'Hi' }]],
    ['<think>Hm</think>Hi', [{ text: 'Hm', thought: true }, { text: 'Hi' }]],
    ['Write <think> and </think>.', [{ text: 'Write <think> and </think>.' }]],
    ['It ends with </think>, always.', [{ text: 'It ends with </think>, always.' }]],
  ])('%j is split at the tag that ends the thoughts', (content, parts) => {
    expect(partsOf(whole({ content }))).toEqual(parts)
  })

  test('an error after a part of the text is the reason why it ended', () => {
    const error = { code: 502, message: 'The GPU is gone.' }
    expect(whole({ content: 'Hel' }, { finish_reason: 'error', error })?.candidates).toMatchObject([
      {
        content: { parts: [{ text: 'Hel' }] },
        finishReason: 'OTHER',
        finishMessage: 'The provider failed: The GPU is gone.',
      },
    ])
  })

  test('an error that cuts off a call is the reason, not its arguments', () => {
    const error = { code: 502, message: 'The GPU is gone.' }
    const tool_calls = [{ id: 'a', function: { name: 'f', arguments: '{"x":' } }]
    expect(whole({ tool_calls }, { finish_reason: 'error', error })?.candidates).toMatchObject([
      { finishReason: 'OTHER', finishMessage: 'The provider failed: The GPU is gone.' },
    ])
  })

  test('a call that the token limit cut off is left out, with the reason of the server', () => {
    const tool_calls = [
      { id: 'a', function: { name: 'f', arguments: '{"x":1}' } },
      { id: 'b', function: { name: 'f', arguments: '{"x":' } },
    ]
    expect(whole({ tool_calls }, { finish_reason: 'length' })?.candidates).toEqual([
      {
        content: { parts: [{ functionCall: { id: 'a', name: 'f', args: { x: 1 } } }], role: 'model' },
        index: 0,
        finishReason: 'MAX_TOKENS',
        finishMessage: 'The token limit cut off the call of f.',
      },
    ])
  })

  test('names and IDs that a hostile server may send', () => {
    const id = 'x'.repeat(100_000)
    const tool_calls = [
      { id, function: { name: '__proto__', arguments: '{"__proto__":{"x":1},"constructor":2}' } },
    ]
    const [part] = partsOf(whole({ tool_calls })) as { functionCall: { args: object } }[]
    expect(JSON.stringify(part)).toBe(
      `{"functionCall":{"id":"${id}","name":"__proto__","args":{"__proto__":{"x":1},"constructor":2}}}`,
    )
    expect(Object.getPrototypeOf(part?.functionCall.args)).toBe(Object.prototype)
  })

  test('a single call in the form before tools', () => {
    const function_call = { name: 'f', arguments: '{"x":1}' }
    const response = whole({ content: null, function_call }, { finish_reason: 'function_call' })
    expect(response?.candidates).toMatchObject([
      { content: { parts: [{ functionCall: { name: 'f', args: { x: 1 } } }] }, finishReason: 'STOP' },
    ])
  })

  test('empty choices, and members that are null', () => {
    expect(toContentResponse({ choices: [] }, withThoughts)).toEqual({ candidates: [] })
    const choices = [{ index: null, message: null, finish_reason: null, logprobs: null }, null]
    const empty = { content: { parts: [{ text: '' }], role: 'model' }, finishReason: 'STOP' }
    expect(toContentResponse({ id: null, model: null, choices, usage: null }, withThoughts)).toEqual({
      candidates: [
        { ...empty, index: 0 },
        { ...empty, index: 1 },
      ],
    })
  })

  test('a refusal is shown, and is no normal end', () => {
    expect(whole({ content: null, refusal: 'No.' })?.candidates).toMatchObject([
      { content: { parts: [{ text: 'No.' }] }, finishReason: 'SAFETY' },
    ])
  })

  test('log probabilities', () => {
    const content = [
      { token: 'A', logprob: -1, top_logprobs: [{ token: 'A', logprob: -1 }] },
      { token: 'B', logprob: -3, top_logprobs: [{ token: 'C', logprob: -2 }] },
    ]
    expect(whole({ content: 'AB' }, { logprobs: { content } })?.candidates).toMatchObject([
      {
        avgLogprobs: -2,
        logprobsResult: {
          chosenCandidates: [
            { token: 'A', logProbability: -1 },
            { token: 'B', logProbability: -3 },
          ],
          topCandidates: [
            { candidates: [{ token: 'A', logProbability: -1 }] },
            { candidates: [{ token: 'C', logProbability: -2 }] },
          ],
        },
      },
    ])
  })

  test('log probabilities without a number, as JSON has no infinity', () => {
    const content = [{ token: 'A', logprob: null, top_logprobs: [{ token: 'A', logprob: null }] }]
    const [candidate] = (whole({ content: 'A' }, { logprobs: { content } })?.candidates ?? []) as JsonObject[]
    expect(candidate).toMatchObject({
      logprobsResult: {
        chosenCandidates: [{ token: 'A' }],
        topCandidates: [{ candidates: [{ token: 'A' }] }],
      },
    })
    expect(JSON.stringify(candidate)).not.toMatch(/null|"avgLogprobs"/)
  })

  test('several candidates, and images', () => {
    const image_url = { url: 'data:image/png;base64,AAAA' }
    const response = toContentResponse(
      {
        choices: [
          { index: 1, message: { content: 'b' }, finish_reason: 'stop' },
          { index: 0, message: { content: 'a', images: [{ image_url }] }, finish_reason: 'stop' },
        ],
      },
      withThoughts,
    )
    expect(response?.candidates).toMatchObject([
      { index: 1, content: { parts: [{ text: 'b' }] } },
      {
        index: 0,
        content: { parts: [{ text: 'a' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
      },
    ])
  })

  test.each([undefined, [], 'text', {}, { data: [] }])('%j is not a chat completion', (body) => {
    expect(toContentResponse(body, withThoughts)).toBeUndefined()
  })
})

type Delta = JsonObject

function chunk(delta: Delta, choice: JsonObject = {}): JsonObject {
  return { id: 'chatcmpl-1', model: 'm', choices: [{ index: 0, delta, finish_reason: null, ...choice }] }
}

const ended = chunk({}, { finish_reason: 'stop' })

function toSse(chunks: readonly unknown[], end = 'data: [DONE]\n\n'): string {
  return chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('') + end
}

async function* split(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function translate(text: string, size = text.length, options = withThoughts): Promise<JsonObject[]> {
  const documents: JsonObject[] = []
  for await (const event of readEvents(translateChatStream(split(text, size), options)))
    documents.push(JSON.parse(event))
  return documents
}

interface Streamed {
  readonly thoughts: string
  readonly text: string
  readonly calls: unknown[]
}

function join(documents: readonly JsonObject[]): Streamed {
  const parts = documents.flatMap((document) => (partsOfOptional(document) ?? []) as JsonObject[])
  const textOf = (isThought: boolean) =>
    parts
      .filter(({ thought = false }) => thought === isThought)
      .map(({ text = '' }) => text)
      .join('')
  return {
    thoughts: textOf(true),
    text: textOf(false),
    calls: parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : [])),
  }
}

function partsOfOptional(document: JsonObject): unknown {
  return document.candidates ? partsOf(document) : undefined
}

describe('a stream', () => {
  const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 }
  const counts = { promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 }

  test('comes chunk by chunk, and ends with the reason and the usage', async () => {
    const chunks = [
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: 'Hé' }),
      chunk({ content: '!' }),
      ended,
    ]
    const last = { id: 'chatcmpl-1', model: 'm', choices: [], usage }
    expect(await translate(toSse([...chunks, last]))).toEqual([
      ...['Hé', '!'].map((text) => ({
        candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0 }],
        modelVersion: 'm',
        responseId: 'chatcmpl-1',
      })),
      {
        candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, index: 0, finishReason: 'STOP' }],
        usageMetadata: counts,
        modelVersion: 'm',
        responseId: 'chatcmpl-1',
      },
    ])
  })

  test('is the same when it is split at every byte, with comments, and with CRLF', async () => {
    const chunks = [
      chunk({ reasoning_content: 'Hm… ' }),
      chunk({ content: 'Grüße 🙂' }),
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: ':"\u2028"}' } }] }),
      chunk({}, { finish_reason: 'tool_calls' }),
    ]
    const text = `: OPENROUTER PROCESSING\n\n${toSse(chunks)}`
    const expected = await translate(text)
    expect(join(expected)).toEqual({
      thoughts: 'Hm… ',
      text: 'Grüße 🙂',
      calls: [{ id: 'a', name: 'f', args: { x: '\u2028' } }],
    })
    for (const size of [1, 2, 3, 7]) expect(await translate(text, size)).toEqual(expected)
    expect(await translate(text.replaceAll('\n', '\r\n'), 1)).toEqual(expected)
  })

  test.each([
    ['in the last chunk', [chunk({ content: 'Hi' }), { ...ended, usage }]],
    [
      'with every chunk',
      [
        { ...chunk({ content: 'Hi' }), usage: { prompt_tokens: 5 } },
        { ...ended, usage },
      ],
    ],
    [
      'as null before',
      [
        { ...chunk({ content: 'Hi' }), usage: null },
        { ...ended, usage: null },
        { choices: [], usage },
      ],
    ],
  ])('usage %s', async (_, chunks) => {
    expect((await translate(toSse(chunks))).at(-1)).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: counts,
    })
  })

  test('without usage', async () => {
    const documents = await translate(toSse([chunk({ content: 'Hi' }), ended]))
    expect(documents.at(-1)).not.toHaveProperty('usageMetadata')
    expect(documents.at(-1)).toMatchObject({ candidates: [{ finishReason: 'STOP' }] })
  })

  test('a proper end without a reason is the usual one, and [DONE] is optional', async () => {
    expect((await translate(toSse([chunk({ content: 'Hi' })]))).at(-1)).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
    })
    expect((await translate(toSse([chunk({ content: 'Hi' }), ended], ''))).at(-1)).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
    })
  })

  test('[DONE] without its blank line ends the stream', async () => {
    const documents = await translate(toSse([chunk({ content: 'Hi' })], 'data: [DONE]'))
    expect(documents.at(-1)).toMatchObject({ candidates: [{ finishReason: 'STOP' }] })
  })

  test('a stream that breaks off has no reason, and no incomplete function call', async () => {
    const call = { index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }
    const documents = await translate(toSse([chunk({ content: 'Hi' }), chunk({ tool_calls: [call] })], ''))
    expect(JSON.stringify(documents)).not.toContain('finishReason')
    expect(join(documents)).toEqual({ thoughts: '', text: 'Hi', calls: [] })
  })

  test.each<[string, string, { thoughts: string; text: string }]>([
    ['opening', '<think>Hm</think>\n\nHi', { thoughts: 'Hm', text: 'Hi' }],
    ['after a line break', '\n<think>Hm < 1</think>Hi </think>', { thoughts: 'Hm < 1', text: 'Hi </think>' }],
    ['not at the start', 'Write <think> first', { thoughts: '', text: 'Write <think> first' }],
    ['nearly', '<thinker>', { thoughts: '', text: '<thinker>' }],
    ['unclosed', '<think>Hm</thi', { thoughts: 'Hm</thi', text: '' }],
    ['without text after it', '<think>Hm</think>\n', { thoughts: 'Hm', text: '' }],
  ])('a think tag, %s, in chunks of any size', async (_, content, expected) => {
    for (const size of [1, 2, 5, content.length]) {
      const pieces = content.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      const documents = await translate(toSse([...pieces.map((piece) => chunk({ content: piece })), ended]))
      expect(join(documents)).toEqual({ ...expected, calls: [] })
    }
  })

  const f = { name: 'f', args: { x: 1 } }
  const g = { name: 'g', args: { y: 2 } }
  test.each<[string, Delta[]]>([
    [
      'interleaved by index',
      [
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '' } }] },
        { tool_calls: [{ index: 1, id: 'b', function: { name: 'g', arguments: '{"y"' } }] },
        { tool_calls: [{ index: 0, function: { arguments: '{"x":1}' } }] },
        { tool_calls: [{ index: 1, function: { arguments: ':2}' } }] },
      ],
    ],
    [
      'all with the index 0',
      [
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":1}' } }] },
        { tool_calls: [{ index: 0, id: 'b', function: { name: 'g', arguments: '{"y":2}' } }] },
      ],
    ],
    [
      'without an index',
      [
        { tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{"x":1}' } }] },
        { tool_calls: [{ id: 'b', function: { name: 'g', arguments: '{"y":2}' } }] },
      ],
    ],
    [
      'with the ID in every delta',
      [
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }] },
        { tool_calls: [{ index: 0, id: 'a', function: { name: '', arguments: ':1}' } }] },
        { tool_calls: [{ index: 1, id: 'b', function: { name: 'g', arguments: '{"y":2}' } }] },
      ],
    ],
    [
      'without an index, found by their IDs',
      [
        { tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{"x"' } }] },
        { tool_calls: [{ id: 'b', function: { name: 'g', arguments: '{"y"' } }] },
        { tool_calls: [{ id: 'a', function: { arguments: ':1}' } }] },
        { tool_calls: [{ id: 'b', function: { arguments: ':2}' } }] },
      ],
    ],
    [
      'with the name in every delta, but not the ID',
      [
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }] },
        { tool_calls: [{ index: 0, function: { name: 'f', arguments: ':1}' } }] },
        { tool_calls: [{ index: 1, id: 'b', function: { name: 'g', arguments: '{"y"' } }] },
        { tool_calls: [{ index: 1, id: null, function: { name: 'g', arguments: ':2}' } }] },
      ],
    ],
    [
      'with the ID before the name, or after it',
      [
        { tool_calls: [{ index: 0, id: 'a' }] },
        { tool_calls: [{ index: 0, function: { name: 'f' } }] },
        { tool_calls: [{ index: 0, function: { arguments: '{"x":1}' } }] },
        { tool_calls: [{ index: 1, function: { name: 'g', arguments: '{"y"' } }] },
        { tool_calls: [{ index: 1, id: 'b', function: { arguments: ':2}' } }] },
      ],
    ],
    [
      'with indexes that no array has',
      [
        { tool_calls: [{ index: -1, id: 'a', function: { name: 'f', arguments: '{"x":1}' } }] },
        { tool_calls: [{ index: 1e300, id: 'b', function: { name: 'g', arguments: '{"y"' } }, null] },
        { tool_calls: [{ index: 1e300, function: { arguments: ':2}' } }] },
      ],
    ],
    [
      'in one chunk',
      [
        {
          tool_calls: [
            { index: 0, id: 'a', function: { name: 'f', arguments: '{"x":1}' } },
            { index: 1, id: 'b', function: { name: 'g', arguments: '{"y":2}' } },
          ],
        },
      ],
    ],
  ])('function calls %s', async (_, deltas) => {
    const chunks = [...deltas.map((delta) => chunk(delta)), chunk({}, { finish_reason: 'tool_calls' })]
    expect(join(await translate(toSse(chunks))).calls).toEqual([
      { id: 'a', ...f },
      { id: 'b', ...g },
    ])
  })

  test('the same function twice at one index, without IDs', async () => {
    const delta = (x: number) => ({
      tool_calls: [{ index: 0, function: { name: 'f', arguments: `{"x":${x}}` } }],
    })
    expect(join(await translate(toSse([chunk(delta(1)), chunk(delta(2)), ended]))).calls).toEqual([
      { name: 'f', args: { x: 1 } },
      { name: 'f', args: { x: 2 } },
    ])
  })

  test('the form before tools', async () => {
    const chunks = [
      chunk({ function_call: { name: 'f', arguments: '{"x"' } }),
      chunk({ function_call: { arguments: ':1}' } }),
      chunk({}, { finish_reason: 'function_call' }),
    ]
    expect(join(await translate(toSse(chunks))).calls).toEqual([f])
  })

  test('two reasons, and text after the end', async () => {
    const cut = chunk({}, { finish_reason: 'length' })
    const documents = await translate(toSse([chunk({ content: 'a' }), ended, chunk({ content: 'b' }), cut]))
    expect(join(documents).text).toBe('ab')
    expect(documents.filter((one) => JSON.stringify(one).includes('finishReason'))).toHaveLength(1)
    expect(documents.at(-1)?.candidates).toMatchObject([{ finishReason: 'MAX_TOKENS' }])
  })

  test('choices and deltas that are null', async () => {
    const odd = [
      { choices: null },
      { choices: [null] },
      chunk({ content: null, tool_calls: null }),
      { usage: null },
    ]
    const documents = await translate(toSse([...odd, { choices: [{ delta: null }] }, ended]))
    expect(documents).toMatchObject([
      { candidates: [{ finishReason: 'STOP', content: { parts: [{ text: '' }] } }] },
    ])
  })

  test('several candidates, each with usage at its end, as llama.cpp sends them', async () => {
    const usageOf = (completion_tokens: number) => ({
      choices: [],
      usage: { ...usage, completion_tokens, total_tokens: 5 + completion_tokens },
    })
    const chunks = [
      chunk({ content: 'b' }, { index: 1 }),
      chunk({}, { index: 1, finish_reason: 'length' }),
      usageOf(2),
      chunk({ content: 'a' }),
      ended,
      usageOf(3),
    ]
    const documents = await translate(toSse(chunks))
    expect(documents.at(-1)).toMatchObject({
      candidates: [
        { index: 1, finishReason: 'MAX_TOKENS' },
        { index: 0, finishReason: 'STOP' },
      ],
      usageMetadata: counts,
    })
    expect(documents.filter((one) => 'usageMetadata' in one)).toHaveLength(1)
  })

  test('several candidates', async () => {
    const chunks = [
      chunk({ content: 'a' }),
      chunk({ content: 'b' }, { index: 1 }),
      chunk({}, { index: 1, finish_reason: 'length' }),
      ended,
    ]
    const documents = await translate(toSse(chunks))
    expect(documents.at(-1)?.candidates).toMatchObject([
      { index: 0, finishReason: 'STOP' },
      { index: 1, finishReason: 'MAX_TOKENS' },
    ])
    expect(documents[1]?.candidates).toMatchObject([{ index: 1, content: { parts: [{ text: 'b' }] } }])
  })

  test('log probabilities come with the end', async () => {
    const logprobs = { content: [{ token: 'H', logprob: -1, top_logprobs: [] }] }
    const documents = await translate(
      toSse([chunk({ content: 'H' }, { logprobs }), chunk({ content: 'i' }, { logprobs }), ended]),
    )
    expect(documents.at(-1)?.candidates).toMatchObject([
      { avgLogprobs: -1, logprobsResult: { chosenCandidates: [{ token: 'H' }, { token: 'H' }] } },
    ])
  })

  test.each([
    ['OpenAI', 'data: {"error":{"message":"Broken","type":"server_error","code":null}}\n\n', 502],
    [
      'OpenRouter',
      'data: {"error":{"code":429,"message":"Broken"},"choices":[{"finish_reason":"error"}]}\n\n',
      429,
    ],
    ['LM Studio', 'event: error\ndata: {"error":{"message":"Broken"},"message":"Broken"}\n\n', 502],
    ['vLLM', 'data: {"object":"error","message":"Broken","type":"X","code":400}\n\ndata: [DONE]\n\n', 400],
    ['llama.cpp', 'error: {"code":400,"message":"Broken","type":"X"}\n\ndata: [DONE]\n\n', 400],
    ['a bare object', '{"error":{"message":"Broken"}}', 502],
  ])('an error of %s', async (_, text, code) => {
    const documents = await translate(toSse([chunk({ content: 'Hi' })], text))
    expect(documents.at(-1)).toMatchObject({ error: { code, message: 'Broken' } })
    expect(JSON.stringify(documents)).not.toContain('finishReason')
  })

  test.each(['data: {"choices":\n\n', 'data: 1\n\n', '<!doctype html><p>Sign in</p>'])(
    'invalid data: %s',
    async (text) => {
      await expect(translate(text)).rejects.toBeInstanceOf(ApiError)
    },
  )
})

test.each<[string, unknown]>([
  ['OpenAI', { error: { message: 'Broken', type: 'x', param: null, code: null } }],
  ['LM Studio', { error: 'Broken' }],
  ['vLLM', { object: 'error', message: 'Broken', type: 'BadRequestError', code: 400 }],
  ['FastAPI', { detail: 'Broken' }],
  ['OpenRouter', { error: { message: 'Provider error', metadata: { raw: 'Broken' } } }],
  [
    'OpenRouter, nested',
    { error: { message: 'Provider error', metadata: { raw: '{"error":{"message":"Broken"}}' } } },
  ],
  ['OpenRouter, in a choice', { choices: [{ error: { message: 'Broken' }, message: { content: '' } }] }],
  ['Mistral', { object: 'error', message: { detail: [{ loc: ['body', 'n'], msg: 'Broken' }] } }],
])('an error body of %s', (name, body) => {
  const prefix = JSON.stringify(body).includes('Provider error') ? 'Provider error: ' : ''
  const message = name === 'Mistral' ? 'body.n: Broken' : `${prefix}Broken`
  expect(toGoogleError(400, body)).toEqual({ error: { code: 400, status: 'INVALID_ARGUMENT', message } })
})

test('ignores a body without an error', () => {
  for (const body of [{ choices: [] }, { choices: [], error: null }, { data: [] }, 'text', undefined])
    expect(toGoogleError(400, body)).toBeUndefined()
})
