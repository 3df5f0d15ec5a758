// Cherry Studio topics: answers of several models, every kind of block, earlier versions, and broken rows.
import { expect, test } from 'vitest'
import { type CherryPorts, listCherryTopics, readCherryTopic } from './cherry'
import { noFiles } from './imported-chat'

function makePorts(
  blocks: Readonly<Record<string, unknown>>,
  topics = listCherryTopics(undefined),
): CherryPorts {
  return {
    files: { find: (name) => (name === 'abc.png' || name === 'notes.md' ? `Data/Files/${name}` : undefined) },
    readBlock: (id) => blocks[id],
    findTopic: (id) => topics.get(id),
  }
}

const persisted = JSON.stringify({
  assistants: JSON.stringify({
    defaultAssistant: { id: 'default', prompt: '', topics: [] },
    assistants: [
      {
        id: 'ada',
        name: 'Ada',
        prompt: 'You are Ada.',
        model: { id: 'gpt-4o', provider: 'openai' },
        settings: { temperature: 0.3, enableMaxTokens: true, maxTokens: 500, topP: 9, streamOutput: true },
        topics: [{ id: 't', name: 'Otters', createdAt: '2026-01-02T03:04:05.000Z', prompt: 'Be brief.' }],
      },
    ],
  }),
  _persist: '{"version":1}',
})

const at = (second: number) => `2026-01-02T03:04:${String(second).padStart(2, '0')}.000Z`
const message = (id: string, role: string, more: object = {}) => ({
  id,
  role,
  topicId: 't',
  assistantId: 'ada',
  createdAt: at(10),
  status: 'success',
  blocks: [`${id}-text`],
  ...more,
})
const mainText = (content: string) => ({ type: 'main_text', content, status: 'success' })

test('makes answers to one prompt branches, and continues with the selected one', () => {
  const blocks = Object.fromEntries(
    ['u1', 'a', 'b', 'c', 'u2', 'd'].map((id) => [`${id}-text`, mainText(`Text of ${id}`)]),
  )
  const topic = {
    id: 't',
    messages: [
      message('u1', 'user'),
      message('a', 'assistant', { askId: 'u1', model: { id: 'gpt-4o' } }),
      message('b', 'assistant', { askId: 'u1', model: { id: 'claude' }, foldSelected: true }),
      message('c', 'assistant', { askId: 'u1', modelId: 'gemini' }),
      message('u2', 'user', { createdAt: at(20) }),
      message('d', 'assistant', { askId: 'u2', status: 'paused' }),
    ],
  }
  const chat = readCherryTopic(topic, makePorts(blocks, listCherryTopics(persisted)), [])
  expect(chat.turns.map(({ id, parentId, model, state }) => [id, parentId, model, state])).toEqual([
    ['u1', null, null, 'complete'],
    ['a', 'u1', 'gpt-4o', 'complete'],
    ['b', 'u1', 'claude', 'complete'],
    ['c', 'u1', 'gemini', 'complete'],
    ['u2', 'b', null, 'complete'],
    ['d', 'u2', null, 'stopped'],
  ])
  expect(chat).toMatchObject({
    sourceId: 't',
    title: 'Otters',
    createdAt: Date.parse('2026-01-02T03:04:05.000Z'),
    updatedAt: Date.parse(at(20)),
    headTurnId: 'd',
    parameters: {
      systemInstruction: 'You are Ada.\n\nBe brief.',
      temperature: 0.3,
      maxOutputTokens: 500,
      streaming: true,
    },
    losses: [{ kind: 'setting', count: 1 }],
  })
})

test('converts every kind of block, and counts what is left out', () => {
  const blocks: Record<string, unknown> = {
    think: { type: 'thinking', content: 'Hm.', thinking_millsec: 9 },
    text: mainText('Answer'),
    code: { type: 'code', content: 'x = 1', language: 'python' },
    file: {
      type: 'file',
      file: { id: 'n', name: 'notes.md', origin_name: 'My notes.md', ext: '.md', type: 'text' },
    },
    lost: { type: 'file', file: { id: 'gone', name: 'gone.pdf', ext: '.pdf', type: 'document' } },
    image: {
      type: 'image',
      file: { id: 'abc', name: 'abc.png', path: 'C:\\Users\\x\\abc.png', ext: '.png' },
    },
    url: { type: 'image', url: 'https://images.example/1.png' },
    made: {
      type: 'image',
      metadata: { generateImageResponse: { type: 'base64', images: ['data:image/png;base64,iVBORw0KGgo='] } },
    },
    tool: { type: 'tool', toolId: 'x', toolName: 'fetch', arguments: { url: 'a' }, content: 'page' },
    cite: { type: 'citation', response: { results: [{ url: 'https://otters.example', title: 'Otters' }] } },
    translation: { type: 'translation', content: 'Loutres', targetLanguage: 'fr' },
    video: { type: 'video', url: 'https://v.example' },
    waiting: { type: 'unknown' },
    future: { type: 'hologram', content: 'A hologram' },
  }
  const topic = {
    id: 'elsewhere',
    messages: [
      message('u', 'user', { blocks: ['q'] }),
      message('a', 'assistant', {
        blocks: [...Object.keys(blocks), 'missing'],
        usage: { prompt_tokens: 1, total_tokens: 3 },
        metrics: { time_first_token_millsec: 12, time_completion_millsec: 34.6 },
      }),
      { ...message('clear', 'user'), type: 'clear' },
      message('f', 'assistant', { blocks: ['failed'] }),
      null,
    ],
  }
  const chat = readCherryTopic(
    topic,
    makePorts({
      ...blocks,
      q: mainText('What is it?'),
      failed: { type: 'error', error: { message: 'No credit' } },
    }),
    [],
  )
  expect(chat.title).toBe('What is it?')
  expect(chat.turns[1]).toMatchObject({
    parts: [
      { text: 'Hm.', thought: true },
      { text: 'Answer\n\n```python\nx = 1\n```' },
      { inlineData: { media: 'import:0', fileName: 'My notes.md' } },
      { inlineData: { media: 'import:1', fileName: 'abc.png' } },
      { inlineData: { mimeType: 'image/png', media: 'import:2' } },
      { text: '**fetch**\n\n```\n{\n  "url": "a"\n}\n\npage\n```', thought: true },
      { text: 'A hologram' },
    ],
    usage: { promptTokenCount: 1, totalTokenCount: 3 },
    times: { firstToken: 12, firstAnswer: null, total: 35 },
    metadata: {
      groundingMetadata: { groundingChunks: [{ web: { uri: 'https://otters.example', title: 'Otters' } }] },
    },
  })
  expect(chat.turns[2]).toMatchObject({ state: 'failed', parts: [], error: { message: 'No credit' } })
  expect(Object.fromEntries(chat.losses.map(({ kind, count }) => [kind, count]))).toEqual({
    'linked-file': 2,
    'linked-image': 1,
    'tool-call': 1,
    translation: 1,
    unknown: 2,
    'context-reset': 1,
    message: 1,
  })
})

test('reads the messages of versions before blocks', () => {
  const topic = {
    id: 't',
    messages: [
      {
        id: '1',
        role: 'user',
        content: 'Hello',
        createdAt: at(1),
        files: [{ id: 'abc', name: 'abc.png', type: 'image' }],
      },
      {
        id: '2',
        role: 'assistant',
        content: 'Hi',
        reasoning_content: 'Think',
        createdAt: at(2),
        modelId: 'gpt-4',
      },
    ],
  }
  const { turns } = readCherryTopic(topic, makePorts({}), [])
  expect(turns.map(({ parts }) => parts)).toEqual([
    [{ inlineData: { media: 'import:0', fileName: 'abc.png' } }, { text: 'Hello' }],
    [{ text: 'Think', thought: true }, { text: 'Hi' }],
  ])
})

test('ignores settings that are not JSON, and names the path of a topic without messages', () => {
  expect(listCherryTopics('{').size).toBe(0)
  expect(listCherryTopics('{"assistants":"["}').size).toBe(0)
  const ports = { ...makePorts({}), files: noFiles }
  expect(() => readCherryTopic({ id: 't' }, ports, ['indexedDB', 'topics', 3])).toThrow(
    'indexedDB.topics[3].messages: must be an array',
  )
})
