// Chatbox sessions: forks, threads, every kind of part, earlier versions, and broken messages.
import { expect, test } from 'vitest'
import { readChatbox } from './chatbox'

const values: Readonly<Record<string, unknown>> = {
  'picture:1': 'data:image/png;base64,iVBORw0KGgo=',
  'file:1': 'The text of a file.',
}
const ports = { readValue: (key: string) => values[key], path: [] }

const text = (id: string, role: string, content: string) => ({
  id,
  role,
  contentParts: [{ type: 'text', text: content }],
  timestamp: 1_700_000_000_000,
})

test('turns forks into branches, also within a fork, in the order of its lists', () => {
  const session = {
    id: 's',
    name: 'Otters',
    type: 'chat',
    settings: { provider: 'openai', modelId: 'gpt-4o', temperature: 0.5, maxContextMessageCount: 20 },
    messages: [
      text('system', 'system', 'Be an otter.'),
      text('u1', 'user', 'First'),
      text('b', 'assistant', 'Second answer'),
    ],
    messageForksHash: {
      u1: {
        position: 1,
        lists: [
          { id: 'l0', messages: [text('a', 'assistant', 'First answer'), text('u2', 'user', 'Next')] },
          { id: 'l1', messages: [] },
          { id: 'l2', messages: [text('c', 'assistant', 'Third answer')] },
        ],
        createdAt: 1,
      },
      a: {
        position: 0,
        lists: [
          { id: 'l3', messages: [] },
          { id: 'l4', messages: [text('u3', 'user', 'Instead')] },
        ],
      },
    },
  }
  const chat = readChatbox(session, 0, ports)
  expect(chat.turns.map(({ id, parentId, parts }) => [id, parentId, parts[0]?.text])).toEqual([
    ['u1', null, 'First'],
    ['a', 'u1', 'First answer'],
    ['u2', 'a', 'Next'],
    ['u3', 'a', 'Instead'],
    ['b', 'u1', 'Second answer'],
    ['c', 'u1', 'Third answer'],
  ])
  expect(chat).toMatchObject({
    sourceId: 's/system',
    title: 'Otters',
    headTurnId: 'b',
    model: 'gpt-4o',
    parameters: { systemInstruction: 'Be an otter.', temperature: 0.5 },
    losses: [],
  })
})

test('reads each thread as a chat of its own, with the same ID after it was shown again', () => {
  const past = { id: 't1', name: 'Past', createdAt: 1_600_000_000_000, messages: [text('p', 'user', 'Past')] }
  const session = {
    id: 's',
    name: 'Session',
    threadName: 'Now',
    threads: [past],
    messages: [text('n', 'user', 'Now')],
  }
  const shownAgain = {
    ...session,
    threadName: 'Past',
    threads: [{ id: 't2', name: 'Now', messages: session.messages, createdAt: 2 }],
    messages: past.messages,
  }
  const summarize = (value: unknown, thread: number) => {
    const { sourceId, title } = readChatbox(value, thread, ports)
    return [sourceId, title]
  }
  expect(summarize(session, 0)).toEqual(['s/p', 'Past'])
  expect(summarize(session, 1)).toEqual(['s/n', 'Now'])
  expect(summarize(shownAgain, 1)).toEqual(['s/p', 'Past'])
  expect(summarize(shownAgain, 0)).toEqual(['s/n', 'Now'])
})

test('converts every kind of part, and counts what the backup does not contain', () => {
  const message = {
    id: 'm',
    role: 'assistant',
    model: 'OpenAI API (gpt-4o)',
    contentParts: [
      { type: 'reasoning', text: 'Hm.', startTime: 1, duration: 2 },
      { type: 'text', text: 'Answer' },
      { type: 'image', storageKey: 'picture:1' },
      { type: 'image', storageKey: 'picture:gone' },
      { type: 'info', text: 'A notice' },
      {
        type: 'tool-call',
        state: 'result',
        toolCallId: 't',
        toolName: 'web_search',
        args: { query: 'otters' },
        result: { searchResults: [{ title: 'Otters', link: 'https://otters.example', snippet: '' }] },
      },
      { type: 'hologram' },
    ],
    usage: { inputTokens: 10, outputTokens: 20, reasoningTokens: 5 },
    firstTokenLatency: 321.4,
    timestamp: 1_700_000_000_000,
  }
  const session = {
    id: 's',
    name: '',
    messages: [
      {
        ...text('u', 'user', 'Look at these files.\nPlease.'),
        files: [
          { id: 'f', name: 'notes.txt', fileType: 'text/plain', storageKey: 'file:1' },
          { id: 'g', name: 'gone.pdf', fileType: 'application/pdf', storageKey: 'file:gone' },
        ],
        links: [{ id: 'l', url: 'https://a.example', title: 'A', storageKey: 'link:gone' }],
      },
      message,
      'not a message',
      { ...text('u', 'user', 'The same ID'), contentParts: [] },
      { ...text('sum', 'assistant', 'A summary'), isSummary: true },
      { id: 'failed', role: 'assistant', contentParts: [], error: 'Rate limit', errorCode: 429 },
      { id: 'empty', role: 'assistant', contentParts: [] },
    ],
  }
  const chat = readChatbox(session, 0, ports)
  expect(chat.title).toBe('Look at these files.')
  expect(chat.turns.map(({ role, state, parts }) => [role, state, parts])).toEqual([
    [
      'user',
      'complete',
      [
        { text: 'Look at these files.\nPlease.' },
        { inlineData: { mimeType: 'text/plain', media: 'import:0', fileName: 'notes.txt' } },
      ],
    ],
    [
      'model',
      'complete',
      [
        { text: 'Hm.', thought: true },
        { text: 'Answer' },
        { inlineData: { mimeType: 'image/png', media: 'import:1' } },
        { text: expect.stringContaining('"query": "otters"'), thought: true },
      ],
    ],
    ['model', 'failed', []],
  ])
  expect(chat.turns[1]).toMatchObject({
    model: 'gpt-4o',
    usage: { promptTokenCount: 10, candidatesTokenCount: 20, thoughtsTokenCount: 5 },
    times: { firstToken: 321 },
    metadata: { groundingMetadata: { groundingChunks: [{ web: { title: 'Otters' } }] } },
  })
  expect(Object.fromEntries(chat.losses.map(({ kind, count }) => [kind, count]))).toEqual({
    'linked-file': 2,
    'linked-image': 1,
    'tool-call': 1,
    unknown: 1,
    message: 2,
    summary: 1,
  })
})

test('reads the messages of earlier versions', () => {
  const session = {
    id: 's',
    name: 'Old',
    messages: [
      { id: '1', role: 'system', content: 'Be old.' },
      { id: '2', role: 'user', content: 'Hello', pictures: [{ storageKey: 'picture:1' }] },
      {
        id: '3',
        role: 'assistant',
        content: 'Hi',
        reasoningContent: 'Think',
        model: 'gpt-3.5-turbo',
        tokenCount: 7,
      },
    ],
  }
  const { turns, parameters } = readChatbox(session, 0, ports)
  expect(parameters).toEqual({ systemInstruction: 'Be old.' })
  expect(turns.map(({ parts }) => parts)).toEqual([
    [{ inlineData: { mimeType: 'image/png', media: 'import:0' } }, { text: 'Hello' }],
    [{ text: 'Think', thought: true }, { text: 'Hi' }],
  ])
  expect(turns[1]).toMatchObject({ model: 'gpt-3.5-turbo', usage: { candidatesTokenCount: 7 } })
})

test('names the path of a thread without messages', () => {
  const session = { id: 's', threads: [{ id: 't' }], messages: [] }
  expect(() => readChatbox(session, 0, { ...ports, path: ['session:s'] })).toThrow(
    '["session:s"].threads[0].messages: must be an array',
  )
  expect(readChatbox(session, 1, ports).turns).toEqual([])
})
