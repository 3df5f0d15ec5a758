// The composer of Chat: its keys, its variables, its estimate, and what prevents sending.
import { describe, expect, test } from 'vitest'
import type { Attachment } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { PressedKey } from '../../../components/keyboard'
import { makeModel } from '../../../models/model.fixture'
import { makeTurn } from '../../../state/turn.fixture'
import { findSendBlocker, readPromptKey } from './Composer'
import { addColumn, createColumns, removeColumn } from './open-prompt'
import { findInvalidSetting, findUnsupported } from './prompt-problems'
import {
  fillInstruction,
  fillVariables,
  findVariableProblem,
  readEditVariables,
  readPromptVariables,
} from './prompt-variables'
import { parseRemoteFileUrl } from './RemoteFileDialog'
import { estimateRequest, estimateText } from './TokenGauge'

describe('composer keys', () => {
  const enter: PressedKey = {
    key: 'Enter',
    shiftKey: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    isComposing: false,
    keyCode: 13,
  }
  const read = (change: Partial<PressedKey>, text = '') => readPromptKey({ ...enter, ...change }, text)

  test('Enter sends; Shift+Enter, Alt+Enter and letters do not', () => {
    expect([
      read({}, 'Hello'),
      read({ shiftKey: true }),
      read({ altKey: true }),
      read({ key: 'e', keyCode: 69 }),
    ]).toEqual(['send', null, null, null])
  })

  test('ignores an Enter that ends a composition, however the system reports it', () => {
    expect([read({ isComposing: true }), read({ keyCode: 229 })]).toEqual([null, null])
  })

  test('in an empty prompt only, Alt+Up edits the last prompt and a slash opens the templates', () => {
    const up = { key: 'ArrowUp', altKey: true }
    expect([
      read(up),
      read({ key: '/' }),
      read(up, 'x'),
      read({ key: '/' }, 'x'),
      read({ key: '/', ctrlKey: true }),
    ]).toEqual(['editLast', 'templates', null, null, null])
  })
})

describe('send blocker', () => {
  const size = {
    bytes: 200_000_000,
    historyBytes: 0,
    limit: 104_857_600,
    isTooLarge: false,
    isLargeForSome: false,
  }
  const draft = { text: 'Hello', attachments: [], columns: null }
  const ready = { draft, size, uploads: 0, running: false }

  test('returns undefined for a text, and an empty message for an empty draft', () => {
    expect(findSendBlocker(ready)).toBeUndefined()
    expect(findSendBlocker({ ...ready, draft: { ...draft, text: ' \n' } })).toBe('')
  })

  test('each blocker has its own message', () => {
    expect([
      findSendBlocker({ ...ready, uploads: 2 }),
      findSendBlocker({ ...ready, missing: 'Fill in “topic”' }),
      findSendBlocker({ ...ready, size: { ...size, isTooLarge: true } }),
      findSendBlocker({ ...ready, size: { ...size, historyBytes: 150_000_000, isTooLarge: true } }),
      findSendBlocker({ ...ready, draft: { ...draft, columns: [{ model: 'm' }] } }),
      findSendBlocker({
        ...ready,
        running: true,
        draft: { ...draft, columns: [{ model: 'm' }, { model: 'n' }] },
      }),
    ]).toEqual([
      'Waiting for 2 files to attach',
      'Fill in “topic”',
      'This prompt is 200 MB. The request limit is 104.9 MB.',
      'With the chat history, this prompt is 200 MB. The request limit is 104.9 MB.',
      'Choose at least two models to compare.',
      'Wait for the current response to finish before comparing.',
    ])
  })
})

const parameters = { model: 'gen-2.5-pro' }
const empty = { text: '', attachments: [] }
const file = { kind: 'file', id: '1', media: 'ab', name: 'a' } as const

test('English takes about a quarter token for each character, Chinese a whole one', () => {
  expect([
    estimateText(''),
    estimateText('Hi'),
    estimateText('word '.repeat(80)),
    estimateText('今天天气'),
  ]).toEqual([0, 1, 100, 4])
})

test('images count by their tiles, text files by their size, and others are named as uncounted', () => {
  const attachments = [
    { ...file, mimeType: 'image/png', bytes: 9, width: 300, height: 200 },
    { ...file, mimeType: 'image/png', bytes: 9, width: 1536, height: 768 },
    { ...file, mimeType: 'text/plain', bytes: 400 },
    { ...file, mimeType: 'audio/mpeg', bytes: 400 },
    { kind: 'uri', id: '2', uri: 'https://video.example', mimeType: 'video/mp4' } as const,
  ]
  expect(estimateRequest({ draft: { text: 'Four', attachments }, parameters, history: [] })).toEqual({
    tokens: 1 + 258 + 516 + 100,
    historyTokens: 0,
    uncounted: 2,
  })
})

test('the history has the number that the last response reported, and an estimate for what follows', () => {
  const reported = makeTurn({ usage: { promptTokenCount: 900, candidatesTokenCount: 100 } })
  const stopped = makeTurn({ id: 'a2', parts: [{ text: 'x'.repeat(40) }, { text: 'hidden', thought: true }] })
  const system = { ...parameters, systemInstruction: 'x'.repeat(400) }
  expect([
    estimateRequest({ draft: empty, parameters: system, history: [reported, stopped] }).tokens,
    // Without a reported number, the settings are added.
    estimateRequest({ draft: empty, parameters: system, history: [stopped] }).tokens,
  ]).toEqual([1010, 110])
})

describe('invalid setting', () => {
  const parameters = { model: 'gen-2.5-flash' }

  test('an invalid number and a stop sequence that was not added prevent sending, in this chat only', () => {
    const find = (texts: Record<string, string>) => findInvalidSetting(texts, 'c', [parameters])
    expect([
      find({ 'c#0/temperature': '3' }),
      find({ 'c#0/temperature': '1', 'c#0/topK': '', 'c#0/stopSequence': '' }),
      find({ 'c#0/stopSequence': 'END' }),
      find({ 'd#0/temperature': '3', 'c#1/temperature': '3' }),
    ]).toEqual([
      'Temperature must be a number from 0 to 2, or empty.',
      undefined,
      'Add the stop sequence “END” in the inspector, or clear its field.',
      undefined,
    ])
  })

  test('names the compared model, and ignores a budget that is not set', () => {
    const texts = { 'c#1/topP': '2', 'c#0/thinkingBudget': 'many' }
    expect(findInvalidSetting(texts, 'c', [parameters, parameters])).toBe(
      'Top P must be a number from 0 to 1, or empty (model 2).',
    )
  })
})

const models = ['a', 'b', 'c', 'd', 'e'].map((id) => makeModel(id, id === 'b' ? { kind: 'image' } : {}))

test('starts a comparison with this model and another text model, or with those compared last', () => {
  const parameters = { model: 'a', temperature: 1 }
  expect(createColumns(parameters, models, [])).toEqual([parameters, { ...parameters, model: 'c' }])
  expect(createColumns(parameters, models, ['d', 'e'])).toEqual([
    { ...parameters, model: 'd' },
    { ...parameters, model: 'e' },
  ])
  expect(createColumns(parameters, models, ['d', 'gone'])).toEqual([
    parameters,
    { ...parameters, model: 'c' },
  ])
})

test('columns of a comparison get a new model each, up to four, and are removed by index', () => {
  const three = addColumn([{ model: 'a' }, { model: 'c' }], { model: 'a', seed: 1 }, models)
  expect(three).toEqual([{ model: 'a' }, { model: 'c' }, { model: 'd', seed: 1 }])
  const four = addColumn(three, { model: 'a' }, models)
  expect(addColumn(four, { model: 'a' }, models)).toBe(four)
  expect(removeColumn(three, 1)).toEqual([{ model: 'a' }, { model: 'd', seed: 1 }])
})

const model = { model: 'm' }

test('lists the variables of the text and of each column’s instruction once, with their values', () => {
  const text = 'Explain {{topic}} in {{count:number=3}} lines'
  const columns = [
    { ...model, systemInstruction: 'You are {{role=a teacher}}.' },
    { ...model, systemInstruction: 'You are {{role}} for {{topic=physics}}.' },
  ]
  const read = readPromptVariables({ texts: [text], values: { topic: 'light', old: 'x' } }, columns)
  expect(read.variables.map(({ name }) => name)).toEqual(['topic', 'count', 'role'])
  expect(fillVariables(text, read)).toBe('Explain light in 3 lines')
  expect(columns.map((column) => fillInstruction(column, read).systemInstruction)).toEqual([
    'You are a teacher.',
    'You are a teacher for light.',
  ])
})

test('a text without variables is unchanged, whatever braces it has', () => {
  for (const text of ['{{ user.name }} and {{{{ x', 'a {{ b', '{% if x %}', '']) {
    const read = readPromptVariables({ texts: [text] }, [model])
    expect(fillVariables(text, read)).toBe(text)
    expect(findVariableProblem(read)).toBeUndefined()
  }
})

test('braces that are sent as written are neither filled nor required', () => {
  const read = readPromptVariables({ texts: ['<p>{{name}}</p>'], values: null }, [model])
  expect([fillVariables('<p>{{name}}</p>', read), findVariableProblem(read)]).toEqual([
    '<p>{{name}}</p>',
    undefined,
  ])
})

test('a text with a missing value is not filled in part', () => {
  const read = readPromptVariables({ texts: ['{{a=1}} {{b}}'] }, [model])
  expect(fillVariables('{{a=1}} {{b}}', read)).toBe('{{a=1}} {{b}}')
  // An instruction that the variables were not read from.
  expect(fillVariables('{{other}}', read)).toBe('{{other}}')
})

test('names missing values first, then an invalid one', () => {
  const problem = (values: Record<string, string>, text = '{{a}} {{b=2}} {{c:number}}') =>
    findVariableProblem(readPromptVariables({ texts: [text], values }, [model]))
  expect([
    problem({}),
    problem({ a: 'x', c: '1,5' }),
    problem({ a: 'x', b: ' ', c: '1' }),
    problem({ a: 'x', c: '1' }),
    problem({}, '{{a}}{{b}}{{c}}{{d}}'),
  ]).toEqual(['Fill in “a” and “c”', '“c” must be a number', 'Fill in “b”', undefined, 'Fill in 4 variables'])
})

test('an edited prompt asks for the values of its variables and of the instruction, as a new one does', () => {
  const columns = [{ ...model, systemInstruction: 'You are {{role}}.' }]
  const edit = (
    values?: Record<string, string> | null,
    texts = ['About {{topic}}', 'and {{topic}}, {{other}}'],
  ) => readEditVariables({ original: ['About it'], texts, values, shared: { role: 'a teacher' } }, columns)
  expect(findVariableProblem(edit())).toBe('Fill in “topic” and “other”')
  const filled = edit({ topic: 'light', other: 'sound' })
  expect(findVariableProblem(filled)).toBeUndefined()
  expect(fillVariables('and {{topic}}, {{other}}', filled)).toBe('and light, sound')
  expect(columns.map((column) => fillInstruction(column, filled).systemInstruction)).toEqual([
    'You are a teacher.',
  ])
  expect([edit(null).isLiteral, findVariableProblem(edit(null))]).toEqual([true, undefined])
})

test('braces that were sent as written stay so in an edit, until another variable is added', () => {
  const original = ['<p>{{title}}</p>']
  const edit = (text: string, values?: Record<string, string>, instruction = '') =>
    readEditVariables({ original, texts: [text], values, shared: undefined }, [
      { ...model, systemInstruction: instruction },
    ])
  expect(edit('<b>{{title}}</b>').isLiteral).toBe(true)
  expect(findVariableProblem(edit('<b>{{title}} {{name}}</b>'))).toBe('Fill in “title” and “name”')
  // An instruction with a missing value is never sent because of the braces in the prompt.
  expect(findVariableProblem(edit('<b>{{title}}</b>', undefined, '{{role}}'))).toBe(
    'Fill in “title” and “role”',
  )
  // The user wants to fill them in.
  expect(findVariableProblem(edit('<b>{{title}}</b>', {}))).toBe('Fill in “title”')
  expect(edit('Nothing').isLiteral).toBe(false)
})

test.each([
  ['https://example.com/talk.MP4?t=3', 'video/mp4'],
  [' https://example.com/paper.pdf#page=2 ', 'application/pdf'],
  ['gs://bucket/a/sound.flac', 'audio/flac'],
  ['https://www.youtube.com/watch?v=abc', 'video/mp4'],
  ['https://youtu.be/abc', 'video/mp4'],
  ['https://notyoutube.com/watch', ''],
  ['https://generativelanguage.googleapis.com/v1beta/files/abc-1', ''],
  ['files/abc-1', ''],
])('accepts %s as %j', (text, mimeType) => {
  expect(parseRemoteFileUrl(text)).toEqual({ uri: text.trim(), mimeType })
})

test.each([
  ['', 'is required'],
  ['example.com/a.mp4', 'must start with https://, gs://, or files/'],
  ['http://example.com/a.mp4', 'must use https: or gs:. Models can’t fetch http: URLs.'],
  ['file:///etc/passwd', 'must use https: or gs:. Models can’t fetch file: URLs.'],
  ['files/../x', 'must start with https://, gs://, or files/'],
])('rejects %j with a message', (text, message) => {
  expect(parseRemoteFileUrl(text).problem).toBe(message)
})

describe('unsupported', () => {
  const ollama = { name: 'My Ollama', server: 'ollama' } as const
  const vllm = { name: 'vLLM', server: 'vllm' } as const
  const models = [
    { id: 'llama', kind: 'text' },
    { id: 'flux', kind: 'image' },
  ] as const

  const find = (
    change: Partial<ChatParameters>,
    mimeType?: string,
    server: typeof ollama | typeof vllm = ollama,
  ) => {
    const file = {
      kind: 'file',
      id: '1',
      media: 'a',
      mimeType: mimeType ?? '',
      name: 'file',
      bytes: 1,
    } as const
    const attachments: Attachment[] = mimeType === undefined ? [] : [file]
    return findUnsupported(server, { columns: [{ model: 'llama', ...change }], attachments, models })
  }

  test('nothing is unsupported at other providers, and plain prompts can be sent', () => {
    const columns = [{ model: 'llama', googleSearch: true }]
    expect(findUnsupported(null, { columns, attachments: [], models })).toBeUndefined()
    expect([find({}), find({}, 'image/png'), find({}, 'text/plain')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('tools of Google, safety filters and forced calls name what to turn off', () => {
    const functions = {
      on: true,
      declarations: [{ name: 'f' }],
      mode: 'ANY',
      mocks: [],
      answerWithMocks: false,
    } as NonNullable<ChatParameters['functions']>
    const block = { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' } as const
    expect(find({ googleSearch: true })).toMatch(/^My Ollama can’t search the web\. Turn off Search/)
    expect(find({ urlContext: true })).toMatch(/can’t open URLs/)
    expect(find({ safety: [block] })).toMatch(/no safety filters/)
    expect(find({ safety: [{ ...block, threshold: 'BLOCK_NONE' }] })).toBeUndefined()
    expect(find({ functions })).toMatch(/can’t force the model/)
    expect(find({ functions }, undefined, vllm)).toBeUndefined()
    expect(find({ model: 'flux', functions: { ...functions, mode: 'AUTO' } })).toMatch(
      /only generates images/,
    )
  })

  test('files depend on the server', () => {
    expect(find({}, 'audio/mp3')).toMatch(/can’t listen to audio/)
    expect([find({}, 'audio/mp3', vllm), find({}, 'video/mp4', vllm)]).toEqual([undefined, undefined])
    expect(find({}, 'audio/ogg', vllm)).toMatch(/only WAV and MP3/)
    expect(find({}, 'application/pdf', vllm)).toMatch(/can’t read “file”/)
    expect(find({ model: 'flux' }, 'text/plain')).toMatch(/edits only images/)
  })
})
