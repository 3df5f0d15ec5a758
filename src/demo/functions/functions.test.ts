// Function calling: which functions are called with which arguments, and how results are handled.
import { expect, test } from 'vitest'
import { generate, type Part, postJson, type Response, stream, textOf } from '../service.fixture'

/** `optional` lists properties, separated by spaces; the others are required. */
const toDeclaration = (
  ...[name, description, properties, optional = '']: [string, string, Record<string, object>, string?]
) => ({
  name,
  description,
  parameters: {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((property) => !optional.split(' ').includes(property)),
  },
})

const string = { type: 'string' }
const city = { ...string, description: 'Name of the city' }
const weather = toDeclaration('get_weather', 'Gets the weather of a city.', { city })

const clock = {
  name: 'getLocalTime',
  description: 'Tells the local time somewhere.',
  parameters: { type: 'OBJECT', properties: { location: { type: 'STRING' } }, required: ['location'] },
}
const table = toDeclaration(
  'book_table',
  'Books a table at a restaurant.',
  {
    guests: { type: 'integer', minimum: 1 },
    date: { ...string, format: 'date' },
    time: string,
    seating: { ...string, enum: ['inside', 'outside'] },
    name: string,
  },
  'time name',
)
const mail = toDeclaration('send_email', 'Sends an email.', {
  to: { ...string, description: 'Email address' },
  body: { ...string, description: 'Text of the message' },
})

function body(text: string, declarations: readonly object[], rest: object = {}): object {
  return {
    contents: [{ role: 'user', parts: [{ text }] }],
    tools: [{ functionDeclarations: declarations }],
    ...rest,
  }
}

function callsOf(response: Response): unknown[] {
  return (response.candidates?.[0]?.content.parts ?? []).flatMap(({ functionCall }) =>
    functionCall ? [[functionCall.name, functionCall.args]] : [],
  )
}

test.each([
  [
    'Weather for Oslo, New York and Rome',
    [weather, mail],
    [
      ['get_weather', { city: 'Oslo' }],
      ['get_weather', { city: 'New York' }],
      ['get_weather', { city: 'Rome' }],
    ],
  ],
  [
    'Book a table for 4 people on 2026-03-05 at 7pm, outside please, "Ada"',
    [table, weather],
    [['book_table', { guests: 4, date: '2026-03-05', time: '19:00', seating: 'outside', name: 'Ada' }]],
  ],
  [
    'Send an email to ada@example.org saying "See you at noon"',
    [mail, weather],
    [['send_email', { to: 'ada@example.org', body: 'See you at noon' }]],
  ],
])('%s', async (prompt, declarations, expected) => {
  expect(callsOf(await generate(body(prompt, declarations), 'gen-2.5-pro'))).toEqual(expected)
})

test('a prompt that needs no function is answered with text', async () => {
  const response = await generate(body('Count to 4', [weather, mail]), 'gen-2.5-pro')
  expect([callsOf(response), textOf(response).startsWith('1, 2, 3, 4')]).toEqual([[], true])
})

test('NONE never calls, ANY always calls, and only allowed functions are called', async () => {
  const mode = (functionCallingConfig: object) => ({ toolConfig: { functionCallingConfig } })
  expect(callsOf(await generate(body('Weather in Lisbon?', [weather], mode({ mode: 'NONE' }))))).toEqual([])
  expect(callsOf(await generate(body('Hello', [weather], mode({ mode: 'ANY' }))))).toHaveLength(1)
  const allowed = mode({ mode: 'ANY', allowedFunctionNames: ['getLocalTime'] })
  expect(callsOf(await generate(body('Weather in Lisbon?', [weather, clock], allowed)))).toEqual([
    ['getLocalTime', { location: 'Lisbon' }],
  ])
  const { body: response } = await postJson(
    '/v1beta/models/gen-2.5-pro:generateContent',
    body('x', [weather], mode({ mode: 'ANY', allowedFunctionNames: ['fly'] })),
  )
  expect(response.error?.message).toContain('"fly" is not declared')
})

test('parallel calls are whole parts, of which the first is signed; ids exist from the third generation on', async () => {
  const prompt = body('Weather in Lisbon and Paris?', [weather])
  const calls = [
    ['get_weather', { city: 'Lisbon' }],
    ['get_weather', { city: 'Paris' }],
  ]
  const response = await generate(prompt, 'gen-2.5-pro')
  const [candidate] = response.candidates ?? []
  expect([callsOf(response), (await stream(prompt)).flatMap(callsOf)]).toEqual([calls, calls])
  expect(
    candidate?.content.parts?.map(({ thoughtSignature, functionCall }) => [
      thoughtSignature !== undefined,
      functionCall?.id,
    ]),
  ).toEqual([
    [true, undefined],
    [false, undefined],
  ])
  expect(candidate?.finishReason).toBe('STOP')
  const third = (await generate(prompt, 'gen-3.1-pro-preview')).candidates?.[0]?.content.parts ?? []
  expect(third.map(({ functionCall }) => typeof functionCall?.id)).toEqual(['string', 'string'])
})

async function continueWith(results: readonly object[], model = 'gen-2.5-pro', withoutSignatures = false) {
  const first = body('Weather in Lisbon and Paris?', [weather]) as { contents: object[] }
  const called = (await generate(first, model)).candidates?.[0]?.content.parts ?? []
  const parts = withoutSignatures ? called.map(({ thoughtSignature: _, ...part }: Part) => part) : called
  const contents = [
    ...first.contents,
    { role: 'model', parts },
    { role: 'user', parts: results.map((functionResponse) => ({ functionResponse })) },
  ]
  return postJson(`/v1beta/models/${model}:generateContent`, { ...first, contents })
}

const sunny = { name: 'get_weather', response: { temperature: 21, sky: 'sunny' } }

test('the results are described in text', async () => {
  const { body: reply } = await continueWith([
    sunny,
    { name: 'get_weather', response: { error: 'no such station' } },
  ])
  expect(textOf(reply)).toBe(
    'You asked: “Weather in Lisbon and Paris?” 2 functions returned:\n\n- `get_weather` for **Lisbon** returned: temperature 21, sky sunny.\n- `get_weather` for **Paris** failed: no such station.',
  )
})

test('results that differ in number from the calls, or follow none, are rejected', async () => {
  const { status, body: response } = await continueWith([sunny])
  expect([status, response.error?.status, response.error?.message]).toEqual([
    400,
    'INVALID_ARGUMENT',
    expect.stringContaining('function call turn (2 calls, 1 responses)'),
  ])
  const unasked = await postJson('/v1beta/models/gen-2.5-pro:generateContent', {
    contents: [{ parts: [{ text: 'x' }] }, { role: 'user', parts: [{ functionResponse: sunny }] }],
  })
  expect(unasked.status).toBe(400)
})

test('the third generation requires the signature, the second does not', async () => {
  expect((await continueWith([sunny, sunny], 'gen-2.5-pro', true)).status).toBe(200)
  expect((await continueWith([sunny, sunny], 'gen-3.1-pro-preview')).status).toBe(200)
  const { status, body: response } = await continueWith([sunny, sunny], 'gen-3.1-pro-preview', true)
  expect([status, response.error?.message]).toEqual([
    400,
    expect.stringContaining('missing a thought_signature in functionCall parts'),
  ])
})
