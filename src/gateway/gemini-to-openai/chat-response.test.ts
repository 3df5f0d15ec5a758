// The translation of chat completions: whole, and streamed at any chunk borders.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import type { JsonObject } from '#shared/wire/json-objects'
import { readEvents } from '#shared/wire/read-events'
import { toContentResponse, translateChatStream } from './chat-response'
import { toGoogleError } from './server-errors'

const withThoughts = { includesThoughts: true }

function whole(message: JsonObject, choice: JsonObject = {}, body: JsonObject = {}) {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop', ...choice }]
  return toContentResponse({ id: 'chatcmpl-1', model: 'm', choices, ...body }, withThoughts)
}

/** The parts of the only candidate. */
function partsOf(response: unknown): unknown {
  return (response as { candidates: { content: { parts: unknown } }[] }).candidates[0]?.content.parts
}

const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 }
const counts = { promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 }
const call = (name: string, args: unknown, id?: string) => ({
  ...(id && { id }),
  type: 'function',
  function: { name, arguments: args },
})
const functionCall = (name: string, args: object, id?: string) => ({
  functionCall: { ...(id && { id }), name, args },
})
const thought = (text: string) => ({ text, thought: true })
const gpuError = { finish_reason: 'error', error: { code: 502, message: 'The GPU is gone.' } }
const gpuReason = { finishReason: 'OTHER', finishMessage: 'The provider failed: The GPU is gone.' }

describe('a whole response', () => {
  test('has the text, the usage, the model, and the ID', () => {
    expect(whole({ content: 'Hi' }, {}, { usage })).toEqual({
      candidates: [{ content: { parts: [{ text: 'Hi' }], role: 'model' }, index: 0, finishReason: 'STOP' }],
      modelVersion: 'm',
      responseId: 'chatcmpl-1',
      usageMetadata: counts,
    })
  })

  test('counts thoughts and cached tokens apart, and nothing that is no count', () => {
    const detailed = {
      ...usage,
      completion_tokens_details: { reasoning_tokens: 2 },
      prompt_tokens_details: { cached_tokens: 4 },
    }
    expect(whole({ content: 'Hi' }, {}, { usage: detailed })?.usageMetadata).toEqual({
      ...counts,
      candidatesTokenCount: 1,
      thoughtsTokenCount: 2,
      cachedContentTokenCount: 4,
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
    ['COMPLETE', 'STOP'],
    [null, 'STOP'],
    ['abort', 'OTHER'],
    ['constructor', 'OTHER'],
    ['__proto__', 'OTHER'],
  ])('finish reason %s becomes %s', (finish_reason, finishReason) => {
    expect(whole({ content: 'Hi' }, { finish_reason })?.candidates).toMatchObject([{ finishReason }])
  })

  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }

  test.each<[message: JsonObject, parts: JsonObject[]]>([
    [{ reasoning_content: 'Hm', content: 'Hi' }, [thought('Hm'), { text: 'Hi' }]],
    [{ reasoning: 'Hm', content: 'Hi' }, [thought('Hm'), { text: 'Hi' }]],
    [{ reasoning: 'Hm', reasoning_content: 'Hm', content: 'Hi' }, [thought('Hm'), { text: 'Hi' }]],
    [{ content: [thinking, { type: 'text', text: 'Hi' }] }, [thought('Hm'), { text: 'Hi' }]],
    [{ content: '<think>Hm</think>Hi' }, [thought('Hm'), { text: 'Hi' }]],
    [{ content: '<think>\nHm</think>\n\nHi' }, [thought('\nHm'), { text: 'Hi' }]],
    [{ content: 'I want\n</think>\n\nHi' }, [thought('I want\n'), { text: 'Hi' }]],
    [{ content: 'Write <think> and </think>.' }, [{ text: 'Write <think> and </think>.' }]],
    [{ content: 'It ends with </think>, always.' }, [{ text: 'It ends with </think>, always.' }]],
    [{ tool_calls: [call('f', '{"x":1}', 'a')] }, [functionCall('f', { x: 1 }, 'a')]],
    [{ tool_calls: [call('f', { x: 1 }, 'a')] }, [functionCall('f', { x: 1 }, 'a')]],
    ...['', ' ', 'null', null].map((none): [JsonObject, JsonObject[]] => [
      { tool_calls: [call('f', none)] },
      [functionCall('f', {})],
    ]),
    // Each entry is a call of its own, also with the same name or ID.
    [{ tool_calls: [call('f', ''), call('f', '')] }, [functionCall('f', {}), functionCall('f', {})]],
    [
      { tool_calls: [call('f', '', 'a'), call('g', '', 'a')] },
      [functionCall('f', {}, 'a'), functionCall('g', {}, 'a')],
    ],
    // The form before tools.
    [{ content: null, function_call: { name: 'f', arguments: '{"x":1}' } }, [functionCall('f', { x: 1 })]],
    [
      { content: 'a', images: [{ image_url: { url: 'data:image/png;base64,AAAA' } }] },
      [{ text: 'a' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
    ],
  ])('%j becomes %j', (message, parts) => {
    expect(partsOf(whole(message))).toEqual(parts)
  })

  test('has no thoughts if the client does not want them', () => {
    const body = { choices: [{ message: { reasoning: 'Hm', content: '<think>Hm</think>Hi' } }] }
    expect(partsOf(toContentResponse(body, { includesThoughts: false }))).toEqual([{ text: 'Hi' }])
  })

  const malformed = { finishReason: 'MALFORMED_FUNCTION_CALL', content: { parts: [{ text: '' }] } }

  test.each<[what: string, message: JsonObject, choice: JsonObject, candidate: object]>([
    ['a call with a part of JSON', { tool_calls: [call('f', '{"x":', 'a')] }, {}, malformed],
    ['a call with an array', { tool_calls: [call('f', '[1]', 'a')] }, {}, malformed],
    ['a call with JSON twice', { tool_calls: [call('f', '{}{}', 'a')] }, {}, malformed],
    ['a call without a name', { tool_calls: [{ id: 'a', function: { arguments: '{}' } }] }, {}, malformed],
    [
      'a malformed call beside another one',
      { tool_calls: [call('f', '{"x":', 'a'), call('g', '{}', 'b')] },
      {},
      { finishReason: 'MALFORMED_FUNCTION_CALL', content: { parts: [functionCall('g', {}, 'b')] } },
    ],
    [
      'a call that the token limit cut off',
      { tool_calls: [call('f', '{}', 'a'), call('f', '{"x":', 'b')] },
      { finish_reason: 'length' },
      {
        content: { parts: [functionCall('f', {}, 'a')] },
        finishReason: 'MAX_TOKENS',
        finishMessage: 'The token limit cut off the call of f.',
      },
    ],
    ['an error that cuts off a call', { tool_calls: [call('f', '{"x":', 'a')] }, gpuError, gpuReason],
    [
      'an error after a text',
      { content: 'Hel' },
      gpuError,
      { content: { parts: [{ text: 'Hel' }] }, ...gpuReason },
    ],
    ['a refusal', { refusal: 'No.' }, {}, { content: { parts: [{ text: 'No.' }] }, finishReason: 'SAFETY' }],
  ])('with %s says why it ended', (...[, message, choice, candidate]) => {
    expect(whole({ content: null, ...message }, choice)?.candidates).toMatchObject([candidate])
  })

  test('has the names and IDs that a hostile server may send', () => {
    const id = 'x'.repeat(100_000)
    const hostile = call('__proto__', '{"__proto__":{"x":1},"constructor":2}', id)
    const [part] = partsOf(whole({ tool_calls: [hostile] })) as { functionCall: { args: object } }[]
    expect(JSON.stringify(part)).toBe(
      `{"functionCall":{"id":"${id}","name":"__proto__","args":{"__proto__":{"x":1},"constructor":2}}}`,
    )
    expect(Object.getPrototypeOf(part?.functionCall.args)).toBe(Object.prototype)
  })

  test('may have several choices, none, and members that are null', () => {
    const several = [1, 0].map((index) => ({
      index,
      message: { content: `${index}` },
      finish_reason: 'stop',
    }))
    expect(toContentResponse({ choices: several }, withThoughts)?.candidates).toMatchObject(
      [1, 0].map((index) => ({ index, content: { parts: [{ text: `${index}` }] } })),
    )
    expect(toContentResponse({ choices: [] }, withThoughts)).toEqual({ candidates: [] })
    const choices = [{ index: null, message: null, finish_reason: null, logprobs: null }, null]
    const empty = { content: { parts: [{ text: '' }], role: 'model' }, finishReason: 'STOP' }
    expect(toContentResponse({ id: null, model: null, choices, usage: null }, withThoughts)).toEqual({
      candidates: [0, 1].map((index) => ({ ...empty, index })),
    })
  })

  // JSON has no infinity: a log probability may be null.
  test.each([
    [-1, -3, { logProbability: -1 }, { logProbability: -3 }, { avgLogprobs: -2 }],
    [null, null, {}, {}, {}],
  ])('has the log probabilities %j and %j', (...[first, second, firstSent, secondSent, average]) => {
    const content = [
      { token: 'A', logprob: first, top_logprobs: [{ token: 'A', logprob: first }] },
      { token: 'B', logprob: second, top_logprobs: [{ token: 'C', logprob: second }] },
    ]
    const [candidate] = (whole({ content: 'AB' }, { logprobs: { content } })?.candidates ??
      []) as JsonObject[]
    const { content: _, index: __, finishReason: ___, ...probabilities } = candidate ?? {}
    expect(probabilities).toEqual({
      ...average,
      logprobsResult: {
        chosenCandidates: [
          { token: 'A', ...firstSent },
          { token: 'B', ...secondSent },
        ],
        topCandidates: [
          { candidates: [{ token: 'A', ...firstSent }] },
          { candidates: [{ token: 'C', ...secondSent }] },
        ],
      },
    })
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

/** `cuts`: the positions at which the bytes are split. */
async function translate(
  text: string,
  cuts: readonly number[] = [],
  documents: JsonObject[] = [],
): Promise<JsonObject[]> {
  const bytes = Buffer.from(text)
  const ends = [...cuts.map((cut) => cut % bytes.length), bytes.length].sort((one, other) => one - other)
  async function* send() {
    for (const [index, end] of ends.entries()) yield bytes.subarray(ends[index - 1] ?? 0, end)
  }
  for await (const event of readEvents(translateChatStream(send(), withThoughts)))
    documents.push(JSON.parse(event))
  return documents
}

interface Streamed {
  readonly thoughts: string
  readonly text: string
  readonly calls: unknown[]
}

function join(documents: readonly JsonObject[]): Streamed {
  const parts = documents.flatMap(
    (document) => (document.candidates ? partsOf(document) : []) as JsonObject[],
  )
  const textOf = (isThought: boolean) =>
    parts
      .filter(({ thought: marked = false }) => marked === isThought)
      .map(({ text = '' }) => text)
      .join('')
  return {
    thoughts: textOf(true),
    text: textOf(false),
    calls: parts.flatMap(({ functionCall: one }) => (one ? [one] : [])),
  }
}

const delta = (
  index: number | undefined,
  id: string | null | undefined,
  one: JsonObject | undefined,
): Delta => ({
  tool_calls: [
    { ...(index !== undefined && { index }), ...(id !== undefined && { id }), ...(one && { function: one }) },
  ],
})

describe('a stream', () => {
  test('comes chunk by chunk, and ends with the reason and the usage', async () => {
    const chunks = [
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: 'Hé' }),
      chunk({ content: '!' }),
    ]
    const last = { id: 'chatcmpl-1', model: 'm', choices: [], usage }
    const names = { modelVersion: 'm', responseId: 'chatcmpl-1' }
    const content = (text: string) => ({ content: { parts: [{ text }], role: 'model' }, index: 0 })
    expect(await translate(toSse([...chunks, ended, last]))).toEqual([
      ...['Hé', '!'].map((text) => ({ candidates: [content(text)], ...names })),
      { candidates: [{ ...content(''), finishReason: 'STOP' }], usageMetadata: counts, ...names },
    ])
  })

  test('is the same wherever its bytes are split, with comments, and with CRLF', async () => {
    const chunks = [
      chunk({ reasoning_content: 'Hm… ' }),
      chunk({ content: 'Grüße 🙂' }),
      chunk(delta(0, 'a', { name: 'f', arguments: '{"x"' })),
      chunk(delta(0, undefined, { arguments: ':"\u2028"}' })),
      chunk({}, { finish_reason: 'tool_calls' }),
    ]
    const text = `: OPENROUTER PROCESSING\n\n${toSse(chunks)}`
    const expected = await translate(text)
    expect(join(expected)).toEqual({
      thoughts: 'Hm… ',
      text: 'Grüße 🙂',
      calls: [{ id: 'a', name: 'f', args: { x: '\u2028' } }],
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat()), fc.constantFrom('\n', '\r\n'), async (cuts, lineBreak) => {
        expect(await translate(text.replaceAll('\n', lineBreak), cuts)).toEqual(expected)
      }),
      { numRuns: 50 },
    )
    expect(await translate(text, Array.from(Buffer.from(text).keys()))).toEqual(expected)
  })

  const hi = chunk({ content: 'Hi' })
  const stopped = { candidates: [{ finishReason: 'STOP' }] }

  test.each<[string, string, object]>([
    ['with usage in the last chunk', toSse([hi, { ...ended, usage }]), { ...stopped, usageMetadata: counts }],
    [
      'with usage in every chunk',
      toSse([
        { ...hi, usage: { prompt_tokens: 5 } },
        { ...ended, usage },
      ]),
      { ...stopped, usageMetadata: counts },
    ],
    [
      'with usage that is null before',
      toSse([
        { ...hi, usage: null },
        { ...ended, usage: null },
        { choices: [], usage },
      ]),
      { ...stopped, usageMetadata: counts },
    ],
    ['without usage', toSse([hi, ended]), stopped],
    ['without a reason', toSse([hi]), stopped],
    ['without [DONE]', toSse([hi, ended], ''), stopped],
    ['with [DONE] without its blank line', toSse([hi], 'data: [DONE]'), stopped],
    [
      'with choices and deltas that are null',
      toSse([
        { choices: null },
        { choices: [null] },
        chunk({ content: null, tool_calls: null }),
        { usage: null },
        { choices: [{ delta: null }] },
        ended,
      ]),
      { candidates: [{ finishReason: 'STOP', content: { parts: [{ text: '' }] } }] },
    ],
  ])('%s ends properly', async (_, text, last) => {
    const documents = await translate(text)
    expect(documents.at(-1)).toMatchObject(last)
    expect('usageMetadata' in (documents.at(-1) ?? {})).toBe('usageMetadata' in last)
  })

  test('that breaks off is an error, with the text so far, no reason, and no incomplete function call', async () => {
    const documents: JsonObject[] = []
    const text = toSse([hi, chunk(delta(0, 'a', { name: 'f', arguments: '{"x"' }))], '')
    await expect(translate(text, [], documents)).rejects.toThrow('before the response was complete')
    expect(JSON.stringify(documents)).not.toContain('finishReason')
    expect(join(documents)).toEqual({ thoughts: '', text: 'Hi', calls: [] })
  })

  test.each<[content: string, thoughts: string, text: string]>([
    ['<think>Hm</think>\n\nHi', 'Hm', 'Hi'],
    ['\n<think>Hm < 1</think>Hi </think>', 'Hm < 1', 'Hi </think>'],
    ['Write <think> first', '', 'Write <think> first'],
    ['<thinker>', '', '<thinker>'],
    ['<think>Hm</thi', 'Hm</thi', ''],
    ['<think>Hm</think>\n', 'Hm', ''],
  ])('with %j has the thoughts %j and the text %j in chunks of any size', async (content, thoughts, text) => {
    for (const size of [1, 2, 5, content.length]) {
      const pieces = content.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      const documents = await translate(toSse([...pieces.map((piece) => chunk({ content: piece })), ended]))
      expect(join(documents)).toEqual({ thoughts, text, calls: [] })
    }
  })

  const f = { name: 'f', arguments: '{"x":1}' }
  const g = { name: 'g', arguments: '{"y":2}' }
  const [f1, f2] = [{ name: 'f', arguments: '{"x"' }, { arguments: ':1}' }]
  const [g1, g2] = [{ name: 'g', arguments: '{"y"' }, { arguments: ':2}' }]
  test.each<[string, Delta[]]>([
    [
      'in one chunk',
      [
        {
          tool_calls: [
            { index: 0, id: 'a', function: f },
            { index: 1, id: 'b', function: g },
          ],
        },
      ],
    ],
    [
      'interleaved by index',
      [delta(0, 'a', f1), delta(1, 'b', g1), delta(0, undefined, f2), delta(1, undefined, g2)],
    ],
    ['all with the index 0', [delta(0, 'a', f), delta(0, 'b', g)]],
    ['without an index', [delta(undefined, 'a', f), delta(undefined, 'b', g)]],
    ['with the ID in every delta', [delta(0, 'a', f1), delta(0, 'a', { name: '', ...f2 }), delta(1, 'b', g)]],
    [
      'without an index, found by their IDs',
      [
        delta(undefined, 'a', f1),
        delta(undefined, 'b', g1),
        delta(undefined, 'a', f2),
        delta(undefined, 'b', g2),
      ],
    ],
    [
      'with the name in every delta, but not the ID',
      [
        delta(0, 'a', f1),
        delta(0, undefined, { name: 'f', ...f2 }),
        delta(1, 'b', g1),
        delta(1, null, { name: 'g', ...g2 }),
      ],
    ],
    [
      'with the ID before the name, or after it',
      [
        delta(0, 'a', undefined),
        delta(0, undefined, { name: 'f' }),
        delta(0, undefined, { arguments: '{"x":1}' }),
        delta(1, undefined, g1),
        delta(1, 'b', g2),
      ],
    ],
    [
      'with indexes that no array has',
      [
        delta(-1, 'a', f),
        { tool_calls: [{ index: 1e300, id: 'b', function: g1 }, null] },
        delta(1e300, undefined, g2),
      ],
    ],
  ])('has function calls %s', async (_, deltas) => {
    const chunks = [...deltas.map((one) => chunk(one)), chunk({}, { finish_reason: 'tool_calls' })]
    expect(join(await translate(toSse(chunks))).calls).toEqual([
      { id: 'a', name: 'f', args: { x: 1 } },
      { id: 'b', name: 'g', args: { y: 2 } },
    ])
  })

  test.each<[string, Delta[], number]>([
    [
      'the same function twice at one index, without IDs',
      [delta(0, undefined, f), delta(0, undefined, f)],
      2,
    ],
    ['the form before tools', [{ function_call: f1 }, { function_call: f2 }], 1],
  ])('has calls in %s', async (_, deltas, count) => {
    const { calls } = join(await translate(toSse([...deltas.map((one) => chunk(one)), ended])))
    expect(calls).toEqual(Array.from({ length: count }, () => ({ name: 'f', args: { x: 1 } })))
  })

  test('has one reason, the last one, even with text after the end', async () => {
    const cut = chunk({}, { finish_reason: 'length' })
    const documents = await translate(toSse([chunk({ content: 'a' }), ended, chunk({ content: 'b' }), cut]))
    expect(join(documents).text).toBe('ab')
    expect(documents.filter((one) => JSON.stringify(one).includes('finishReason'))).toHaveLength(1)
    expect(documents.at(-1)?.candidates).toMatchObject([{ finishReason: 'MAX_TOKENS' }])
  })

  test('may have several candidates, each with usage at its end, as llama.cpp sends them', async () => {
    const usageOf = (completion_tokens: number) => ({
      choices: [],
      usage: { ...usage, completion_tokens, total_tokens: 5 + completion_tokens },
    })
    const second = [chunk({ content: 'b' }, { index: 1 }), chunk({}, { index: 1, finish_reason: 'length' })]
    const documents = await translate(
      toSse([...second, usageOf(2), chunk({ content: 'a' }), ended, usageOf(3)]),
    )
    expect(documents[0]?.candidates).toMatchObject([{ index: 1, content: { parts: [{ text: 'b' }] } }])
    expect(documents.at(-1)).toMatchObject({
      candidates: [
        { index: 1, finishReason: 'MAX_TOKENS' },
        { index: 0, finishReason: 'STOP' },
      ],
      usageMetadata: counts,
    })
    expect(documents.filter((one) => 'usageMetadata' in one)).toHaveLength(1)
  })

  test('has its log probabilities at the end', async () => {
    const logprobs = { content: [{ token: 'H', logprob: -1, top_logprobs: [] }] }
    const chunks = ['H', 'i'].map((content) => chunk({ content }, { logprobs }))
    expect((await translate(toSse([...chunks, ended]))).at(-1)?.candidates).toMatchObject([
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
    ['an array', 'data: [{"error":{"code":503,"message":"Broken"}}]\n\n', 503],
    ['a named event', 'event: error\ndata: {"code":500,"message":"Broken"}\n\n', 500],
    ['a text', 'event: error\ndata: Broken\n\n', 502],
  ])('may end with an error of %s', async (_, text, code) => {
    const documents = await translate(toSse([hi], text))
    expect(documents.at(-1)).toMatchObject({ error: { code, message: 'Broken' } })
    expect(JSON.stringify(documents)).not.toContain('finishReason')
  })

  test.each(['data: {"choices":\n\n', 'data: 1\n\n', '<!doctype html><p>Sign in</p>'])(
    'with invalid data is an error: %s',
    async (text) => {
      await expect(translate(text)).rejects.toBeInstanceOf(ApiError)
    },
  )
})

test.each<[string, unknown, string?]>([
  ['OpenAI', { error: { message: 'Broken', type: 'x', param: null, code: null } }],
  ['LM Studio', { error: 'Broken' }],
  ['vLLM', { object: 'error', message: 'Broken', type: 'BadRequestError', code: 400 }],
  ['FastAPI', { detail: 'Broken' }],
  ['MiniMax', { base_resp: { status_code: 1004, status_msg: 'Broken' } }],
  ['Cloudflare', { success: false, errors: [{ code: 7003, message: 'Broken' }] }],
  ['a code alone', { error: { code: 'x_exceeded' } }, 'The provider returned the error x_exceeded.'],
  ['OpenRouter', { error: { message: 'Failed', metadata: { raw: 'Broken' } } }, 'Failed: Broken'],
  [
    'OpenRouter',
    { error: { message: 'Failed', metadata: { raw: '{"error":{"message":"No"}}' } } },
    'Failed: No',
  ],
  ['OpenRouter, in a choice', { choices: [{ error: { message: 'Broken' }, message: { content: '' } }] }],
  ['Mistral', { object: 'error', message: { detail: [{ loc: ['body', 'n'], msg: 'No' }] } }, 'body.n: No'],
])('an error body of %s', (_, body, message = 'Broken') => {
  expect(toGoogleError(400, body)).toEqual({ error: { code: 400, status: 'INVALID_ARGUMENT', message } })
})

test('ignores a body without an error', () => {
  for (const body of [{ choices: [] }, { choices: [], error: null }, { data: [] }, 'text', undefined])
    expect(toGoogleError(200, body)).toBeUndefined()
})
