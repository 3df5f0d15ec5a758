// A turn on the page: its parts, its notice, its stats, and editing it in place.
import { expect, test } from 'vitest'
import { quoteProvider } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import { useDrafts } from '../../../state/draft-store'
import { readDraft } from '../../../state/drafts'
import { makeTurn } from '../../../state/turn.fixture'
import { canContinue, toAnswerNotice } from './answer-notice'
import { listKnownStats, listSurprises, toTokensPerSecond } from './answer-stats'
import { isCode } from './MessageEditor'
import { groupPictures, toSegments } from './TurnParts'
import { endEdit, parseEdit, readTexts, writeEdit, writeTexts } from './turn-edits'

const noticeOf = (change: Partial<Turn>) => toAnswerNotice(makeTurn(change))
const failedWith = (error: NonNullable<Turn['error']>) => noticeOf({ state: 'failed', error })

test('a blocked prompt has a notice without Retry or Settings, which would not help', () => {
  const error = { code: 'FAILED_PRECONDITION', message: 'The service blocked the prompt (SAFETY).' }
  const blocked = noticeOf({ state: 'failed', parts: [], finishReason: null, blockReason: 'SAFETY', error })
  expect(blocked).toEqual({
    tone: 'warn',
    title: 'Prompt blocked: safety filters',
    advice: 'Nothing was generated. Edit the prompt and send it again.',
  })
})

test('a notice offers Settings for a rejected key, however it is reported, and else Retry', () => {
  const act = (code: string, more = {}) => failedWith({ code, message: 'No.', ...more })?.action
  expect([act('UNAUTHENTICATED'), act('INVALID_ARGUMENT', { reason: 'rejected-key' })]).toEqual([
    'settings',
    'settings',
  ])
  expect([act('RESOURCE_EXHAUSTED'), act('ABORTED'), act('INVALID_ARGUMENT')]).toEqual(Array(3).fill('retry'))
})

test('a notice quotes the provider below a plain title', () => {
  const message = `You exceeded your current quota, please check your plan. ${'More. '.repeat(40)}`
  expect(failedWith({ code: 'RESOURCE_EXHAUSTED', message, source: 'provider' })).toMatchObject({
    title: 'Rate limit or quota exceeded',
    detail: message,
  })
  const quoted = quoteProvider('The provider did not like the key.', 'Unregistered callers are not allowed.')
  expect(failedWith({ code: 'INVALID_ARGUMENT', message: quoted, reason: 'rejected-key' })).toMatchObject({
    title: 'The provider did not like the key.',
    detail: 'Unregistered callers are not allowed.',
  })
  expect(noticeOf({ finishReason: 'SAFETY', metadata: { finishMessage: 'By policy 7.' } })).toMatchObject({
    title: 'Stopped by safety filters',
    detail: 'By policy 7.',
  })
})

test('a notice does not attribute a long message of the application to the provider', () => {
  const first = 'The certificate of the upstream is not trusted here.'
  const rest = `Check the base URL and the proxy; ${'where your network has an authority, '.repeat(6)}add it.`
  expect(failedWith({ code: 'UNAVAILABLE', message: `${first} ${rest}`, reason: 'connection' })).toEqual({
    tone: 'danger',
    title: first,
    explanation: rest,
    action: 'settings',
  })
  expect(failedWith({ code: 'UNAVAILABLE', message: 'word '.repeat(60) })).toMatchObject({
    title: 'The request failed',
    explanation: 'word '.repeat(60),
  })
})

test('only an answer without a text, an image or a function call is called empty', () => {
  const parts = [
    [],
    [{ text: 'Hm', thought: true }, { thoughtSignature: 's' }],
    [{ inlineData: { mimeType: 'image/png', media: 'x' } }],
    [{ functionCall: { name: 'f' }, thoughtSignature: 's' }],
  ]
  expect(parts.map((each) => noticeOf({ parts: each }) !== null)).toEqual([true, true, false, false])
  expect(noticeOf({ state: 'running', parts: [], finishReason: null })).toBeNull()
})

test('a notice does not repeat what the provider has said', () => {
  const limited = (more = {}) =>
    failedWith({ code: 'RESOURCE_EXHAUSTED', message: 'Rate limit reached.', source: 'provider', ...more })
  expect(limited()?.advice).not.toContain('limit')
  expect(limited({ retryAfter: 3 })?.advice).toBeUndefined()
  expect(failedWith({ code: 'RESOURCE_EXHAUSTED', message: 'Slow down.' })?.advice).toContain('limit')
  expect(
    failedWith({ code: 'UNAUTHENTICATED', message: 'No.', reason: 'rejected-key' })?.advice,
  ).toBeUndefined()
})

test('a notice measures the requested wait from the error, and omits the vague advice', () => {
  const failed = (code: string) => {
    const times = { firstToken: null, firstAnswer: null, total: 300 }
    return noticeOf({
      state: 'failed',
      createdAt: 5_000,
      times,
      error: { code, message: 'No.', retryAfter: 31.5 },
    })
  }
  expect(failed('RESOURCE_EXHAUSTED')).toMatchObject({
    advice: 'The provider’s rate limit was reached.',
    retryAt: 36_800,
  })
  expect([failed('INTERNAL')?.retryAt, failed('UNAUTHENTICATED')?.retryAt]).toEqual([36_800, undefined])
})

const can = (...changes: Partial<Turn>[]) => changes.map((change) => canContinue(makeTurn(change)))

test('incomplete answers can be continued, complete and running ones cannot', () => {
  const ended = (state: Turn['state']) => ({ state, finishReason: null })
  expect(
    can(ended('stopped'), ended('interrupted'), ended('failed'), { finishReason: 'MAX_TOKENS' }),
  ).toEqual([true, true, true, true])
  expect(
    can({}, { state: 'running' }, { finishReason: 'SAFETY' }, { role: 'user', state: 'stopped' }),
  ).toEqual([false, false, false, false])
})

test('structured output, answers without text, and those whose calls need results cannot be continued', () => {
  const parameters = { model: 'm', structured: { on: true, schema: {}, sentAs: 'responseSchema' as const } }
  const structured = { finishReason: 'MAX_TOKENS', parameters }
  const state = 'stopped'
  expect(
    can(
      structured,
      { state, parts: [] },
      { state, parts: [{ text: 'Hm.', thought: true }, { text: '' }] },
      { state, parts: [{ text: 'Let me see.' }, { functionCall: { name: 'f' } }] },
    ),
  ).toEqual([false, false, false, false])
  expect(noticeOf(structured)?.advice).toMatch(/^Raise Max output tokens/)
})

const times = { firstToken: 320, firstAnswer: 900, total: 2320 }
const untimed = { firstToken: null, firstAnswer: null, total: null }

test('lists every known stat, and none that is missing; a cost is never alone', () => {
  const usage = {
    promptTokenCount: 12,
    candidatesTokenCount: 1500,
    thoughtsTokenCount: 500,
    totalTokenCount: 2012,
  }
  const list = (turn: Partial<Turn>, cost?: string | null) =>
    listKnownStats(makeTurn(turn), cost).map(({ name, value }) => `${name}: ${value}`)
  expect(list({ times, usage })).toEqual([
    'Time to first token: 320 ms',
    'Total: 2.32 s',
    'Speed: 1,000 tokens/s',
    'Input: 12 tokens',
    'Output: 1,500 tokens',
    'Thoughts: 500 tokens',
    'Finish reason: STOP',
    'Model version: gen-2.5-flash',
  ])
  const bare = { times: untimed, usage: { promptTokenCount: 0 }, finishReason: null, modelVersion: null }
  expect(list(bare)).toEqual(['Input: 0 tokens'])
  expect(list(bare, '$0.0012')).toEqual(['Input: 0 tokens', 'Cost: $0.0012'])
  expect(list(bare, null)).toEqual(['Input: 0 tokens', 'Cost: null'])
  expect(list({ ...bare, usage: null }, null)).toEqual([])
})

test('only an unusual finish reason and another model than requested are surprising', () => {
  const surprises = (change: Partial<Turn>) => listSurprises(makeTurn(change)).map(({ value }) => value)
  const preview = 'gemini-2.5-flash-preview-05-20'
  expect([
    surprises({ modelVersion: 'models/gemini-2.5-flash' }),
    surprises({ modelVersion: null, finishReason: null }),
    surprises({ finishReason: 'MAX_TOKENS' }),
    surprises({ modelVersion: preview }),
  ]).toEqual([[], [], ['MAX_TOKENS'], [preview]])
  // A server’s equivalent of a model, and a dated version, are expected.
  const ofServer = (model: string, modelVersion: string) =>
    surprises({ upstream: 'openai', model, modelVersion })
  expect([
    ofServer('gen-2.5-pro', 'llama3.3:70b'),
    ofServer('gpt-5-mini', 'gpt-5-mini-2025-08-07'),
    ofServer('gpt-5', 'gpt-5-mini-2025-08-07'),
    ofServer('llama3.3:70b', 'qwen3-4b.gguf'),
  ]).toEqual([[], [], ['gpt-5-mini-2025-08-07'], ['qwen3-4b.gguf']])
})

test('an answer that was not streamed has no speed', () => {
  const measure = (total: number, usage: Turn['usage'] = { candidatesTokenCount: 5 }) =>
    toTokensPerSecond({ times: { firstToken: 100, firstAnswer: 100, total }, usage })
  expect([measure(100), measure(101), measure(600), measure(600, null)]).toEqual([null, null, 10, null])
})

const picture = { inlineData: { mimeType: 'image/png', media: 'abc' } }

test('texts are joined, and thoughts, lone signatures, function calls and unknown parts are not shown', () => {
  expect(
    toSegments([
      { text: 'Hm.', thought: true },
      { text: 'One ' },
      { text: 'two', thoughtSignature: 's' },
      { thoughtSignature: 's' },
      { text: '' },
      picture,
      { text: 'three' },
      { functionCall: { name: 'get_weather', args: { city: 'Oslo' } } },
      { functionResponse: { name: 'now', response: { output: 1 } } },
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      { somethingNew: {} },
    ]),
  ).toEqual([
    { kind: 'text', text: 'One two', part: 1, parts: 2 },
    { kind: 'media', file: { media: 'abc', mimeType: 'image/png', name: null } },
    { kind: 'text', text: 'three', part: 6, parts: 1 },
    { kind: 'code', title: 'Executed code', code: 'print(1)' },
    { kind: 'code', title: 'Output', code: '1' },
  ])
})

test('reads media and remote files in both spellings', () => {
  expect(
    toSegments([
      { inline_data: { mime_type: 'application/pdf', media: 'abc', fileName: 'Plan.pdf' } },
      { fileData: { mimeType: 'video/mp4', fileUri: 'https://x.example/a.mp4' } },
      { file_data: { file_uri: 'https://x.example/b' } },
    ]),
  ).toEqual([
    { kind: 'media', file: { media: 'abc', mimeType: 'application/pdf', name: 'Plan.pdf' } },
    { kind: 'remote-file', uri: 'https://x.example/a.mp4', mimeType: 'video/mp4' },
    { kind: 'remote-file', uri: 'https://x.example/b', mimeType: '' },
  ])
})

test('adjacent images are grouped, but not a single one, and not other files', () => {
  const pdf = { inlineData: { mimeType: 'application/pdf', media: 'd' } }
  const groups = groupPictures(toSegments([picture, picture, picture, pdf, picture, { text: 'Compare.' }]))
  expect(groups.map((group) => (group.kind === 'pictures' ? group.files.length : group.kind))).toEqual([
    ...[3, 'media', 'media', 'text'],
  ])
})

test('an emptied edit is still an edit, and ending it removes its draft', () => {
  const written = () => readDraft('edit t1').text
  for (const texts of [['Before', 'after'], ['']]) {
    writeEdit('t1', texts)
    expect(parseEdit(written())).toEqual(texts)
  }
  endEdit('t1')
  expect(useDrafts.getState().drafts).toEqual({})
  // A draft that cannot be parsed is shown.
  expect([parseEdit('half of ["'), parseEdit('[]')]).toEqual([['half of ["'], ['[]']])
})

test('an edit replaces the texts around pictures, keeps other parts, and drops thoughts and lone signatures', () => {
  const call = { functionCall: { name: 'f' }, thoughtSignature: 's' }
  const prompt = [picture, { text: 'What is ' }, { text: 'this?', thoughtSignature: 's' }]
  expect([readTexts(prompt), writeTexts(prompt, ['And this?'])]).toEqual([
    ['What is this?'],
    [picture, { text: 'And this?' }],
  ])
  const parts = [{ text: 'Before' }, picture, { text: 'after' }, call]
  expect(readTexts(parts)).toEqual(['Before', 'after'])
  expect(writeTexts(parts, ['1', '2'])).toEqual([{ text: '1' }, picture, { text: '2' }, call])
  expect(writeTexts(parts, [' ', '2'])).toEqual([picture, { text: '2' }, call])
  const thinking = [{ text: 'Hm.', thought: true }, { text: 'Yes' }, { thoughtSignature: 's' }]
  expect([readTexts(thinking), writeTexts(thinking, ['No'])]).toEqual([['Yes'], [{ text: 'No' }]])
  expect([readTexts([picture]), writeTexts([picture], ['What?'])]).toEqual([
    [''],
    [picture, { text: 'What?' }],
  ])
})

test('JSON and code are edited as code, also incomplete JSON that was requested, but not prose', () => {
  const code = ['{"a": [1]}', ' [\n 1\n]\n', '```js\nlet x\n```']
  const prose = ['```\na\n```\nAnd then:\n```\nb\n```', '12', '[1] says so.', 'Use `x`.', '']
  expect(code.map((text) => isCode(makeTurn(), text))).toEqual(code.map(() => true))
  expect(prose.map((text) => isCode(makeTurn(), text))).toEqual(prose.map(() => false))
  const structured = { on: true, schema: {}, sentAs: 'responseSchema' } as const
  const parameters = { model: 'gen-2.5-flash', structured }
  const off = { ...parameters, structured: { ...structured, on: false } }
  const turns = [
    makeTurn({ parameters }),
    makeTurn({ parameters: off }),
    makeTurn({ role: 'user', parameters }),
  ]
  expect(turns.map((turn) => isCode(turn, '{"a":'))).toEqual([true, false, false])
})
