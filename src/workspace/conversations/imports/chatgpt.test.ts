// ChatGPT's tree of nodes, its content types, and broken conversations.
import { expect, test } from 'vitest'
import { readChatGpt } from './chatgpt'
import {
  generatedImage,
  makeBranches,
  makeConversation,
  makeEverything,
  makeMapping,
  uploadedImage,
} from './chatgpt.fixture'
import { type ArchiveFiles, noFiles } from './imported-chat'

const readNodes = (nodes: Parameters<typeof makeMapping>[0], current: string) =>
  readChatGpt(makeConversation({ id: 'x', title: 'x', mapping: makeMapping(nodes), current }), noFiles, [])

const archive: ArchiveFiles = {
  find: (name) =>
    ({ [uploadedImage]: 'otter.png', [generatedImage]: 'made.png', 'file-Notes1': 'notes.txt' })[name],
}

test('keeps the branches of edited prompts and further answers, and the shown one', () => {
  const chat = readChatGpt(makeBranches(), noFiles, [])
  expect(chat.turns.map(({ id, parentId, role, parts }) => [id, parentId, role, parts[0]?.text])).toEqual([
    ['u1', null, 'user', 'Tell me of otters.'],
    ['answer a1', 'u1', 'model', 'Otters swim.'],
    ['answer a2', 'u1', 'model', 'Otters play.'],
    ['u2', 'answer a2', 'user', 'And beavers?'],
    ['answer a3', 'u2', 'model', 'Beavers build.'],
    ['u3', 'answer a2', 'user', 'And badgers?'],
    ['answer a4', 'u3', 'model', 'Badgers dig.'],
  ])
  expect(chat).toMatchObject({
    source: 'chatgpt',
    sourceId: 'branches',
    title: 'Otters and branches',
    createdAt: 1_700_000_000_250,
    updatedAt: 1_700_000_900_500,
    model: 'gpt-4o',
    headTurnId: 'answer a4',
    losses: [],
  })
  expect(chat.turns[0]?.createdAt).toBe(1_700_000_002_000)
  expect(chat.turns[1]?.model).toBe('gpt-4o')
})

test('joins the thoughts, calls, results and texts of an answer, and counts what is left out', () => {
  const chat = readChatGpt(makeEverything(), archive, [])
  const [prompt, answer] = chat.turns
  expect(chat.turns).toHaveLength(2)
  expect(chat.parameters).toEqual({ systemInstruction: 'I am Ada.\n\nBe brief.' })
  expect(prompt?.parts).toEqual([
    { inlineData: { mimeType: 'text/plain', media: 'import:0', fileName: 'notes.txt' } },
    { inlineData: { media: 'import:1' } },
    { text: 'What is this?\n\nLook at it.' },
  ])
  expect(answer?.parts).toEqual([
    { text: '**Looking**\n\nIt may be an otter.', thought: true },
    { executableCode: { language: 'PYTHON', code: 'print(6 * 7)' } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '42' } },
    {
      text: '**weather.get**\n\n```\n{"city":"Oslo"}\n```\n\n**weather.get**\n\n```\nRain\n```',
      thought: true,
    },
    { text: '**Poem**\n\nOtters, otters.' },
    { inlineData: { media: 'import:2' } },
    { text: '**container.exec**\n\n```\nTimeoutError: It took too long.\n```', thought: true },
    { text: 'An otter ([Otters](https://otters.example)).' },
  ])
  expect(answer).toMatchObject({
    model: 'gpt-5-thinking',
    state: 'complete',
    metadata: {
      groundingMetadata: { groundingChunks: [{ web: { uri: 'https://otters.example', title: 'Otters' } }] },
    },
  })
  expect(chat.media.map(({ source }) => source)).toEqual([
    { kind: 'entry', name: 'notes.txt' },
    { kind: 'entry', name: 'otter.png' },
    { kind: 'entry', name: 'made.png' },
  ])
  expect(Object.fromEntries(chat.losses.map(({ kind, count }) => [kind, count]))).toEqual({
    'linked-image': 1,
    'linked-file': 1,
    recording: 1,
    'search-result': 1,
    'tool-call': 3,
    canvas: 1,
    'canvas-change': 1,
    memory: 1,
    unknown: 1,
  })
})

test('marks Python within the thoughts as thoughts, and a stopped answer', () => {
  const metadata = { reasoning_status: 'is_reasoning' }
  const code = { content_type: 'code', text: 'x = 1' }
  const output = { content_type: 'execution_output', text: 'ok' }
  const { turns } = readNodes(
    {
      u: { parent: null, role: 'user' },
      call: { parent: 'u', role: 'assistant', content: code, metadata, message: { recipient: 'python' } },
      result: { parent: 'call', role: 'tool', name: 'python', content: output, metadata },
      end: { parent: 'result', role: 'assistant', metadata: { finish_details: { type: 'interrupted' } } },
    },
    'end',
  )
  expect(turns[1]).toMatchObject({
    state: 'stopped',
    parts: [{ text: '```python\nx = 1\n```\n\n```\nok\n```', thought: true }, { text: 'Text of end' }],
  })
})

test('ends a paragraph before the text that follows thoughts', () => {
  const thoughts = { content_type: 'thoughts', thoughts: [{ summary: '', content: 'Hm.' }] }
  const { turns } = readNodes(
    {
      u: { parent: null, role: 'user' },
      before: { parent: 'u', role: 'assistant' },
      thinking: { parent: 'before', role: 'assistant', content: thoughts },
      after: { parent: 'thinking', role: 'assistant' },
    },
    'after',
  )
  expect(turns[1]?.parts).toEqual([
    { text: 'Text of before' },
    { text: 'Hm.', thought: true },
    { text: '\n\nText of after' },
  ])
})

test('repeats the start of an answer in each of its branches, once for prompts that follow it', () => {
  const { turns, headTurnId } = readNodes(
    {
      u: { parent: null, role: 'user' },
      start: { parent: 'u', role: 'assistant' },
      long: { parent: 'start', role: 'assistant' },
      other: { parent: 'start', role: 'assistant' },
      next: { parent: 'start', role: 'user' },
      edited: { parent: 'start', role: 'user' },
    },
    'long',
  )
  expect(turns.map(({ id, parentId, parts }) => [id, parentId, parts[0]?.text])).toEqual([
    ['u', null, 'Text of u'],
    ['answer long', 'u', 'Text of start\n\nText of long'],
    ['answer other', 'u', 'Text of start\n\nText of other'],
    ['answer start', 'u', 'Text of start'],
    ['next', 'answer start', 'Text of next'],
    ['edited', 'answer start', 'Text of edited'],
  ])
  expect(headTurnId).toBe('answer long')
})

test('survives circles, missing nodes, and nodes without lists of children', () => {
  const mapping = makeMapping({ u: { parent: null, role: 'user' }, a: { parent: 'u', role: 'assistant' } })
  const broken = {
    ...mapping,
    u: { ...(mapping.u as object), children: ['gone', 'a', 'a'] },
    a: { ...(mapping.a as object), children: ['u'] },
    late: {
      parent: 'a',
      message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['Late'] } },
    },
    text: 'not a node',
  }
  const chat = readChatGpt(
    { ...makeConversation({ id: 'x', title: ' ', mapping: broken, current: 'gone' }), update_time: null },
    noFiles,
    [],
  )
  expect(chat.turns.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['u', null],
    ['answer a', 'u'],
    ['late', 'answer a'],
  ])
  expect(chat).toMatchObject({
    title: 'Imported chat',
    headTurnId: 'late',
    losses: [{ kind: 'message', count: 1 }],
  })
})

test('walks 20,000 messages in a row', () => {
  const nodes = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [
      `n${index}`,
      {
        id: `n${index}`,
        parent: index === 0 ? null : `n${index - 1}`,
        children: index < 19_999 ? [`n${index + 1}`] : [],
        message: {
          author: { role: index % 2 === 0 ? 'user' : 'assistant' },
          content: { content_type: 'text', parts: ['x'] },
        },
      },
    ]),
  )
  const { turns } = readChatGpt({ mapping: nodes, current_node: 'n19999' }, noFiles, [])
  expect(turns).toHaveLength(20_000)
})

test.each([
  [{ title: 'x' }, 'mapping: must be an object'],
  [{ mapping: [] }, 'mapping: must be an object'],
  ['text', 'mapping: must be an object'],
])('names the path of what is wrong in %j', (value, message) => {
  expect(() => readChatGpt(value, noFiles, [])).toThrow(message)
})
