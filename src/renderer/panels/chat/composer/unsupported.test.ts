// Parts of a prompt that can’t be sent to an OpenAI-compatible server.
import { expect, test } from 'vitest'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Attachment } from '#shared/schemas/draft'
import { findUnsupported } from './unsupported'

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
  expect([find({}), find({}, 'image/png'), find({}, 'text/plain')]).toEqual([undefined, undefined, undefined])
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
  expect(find({ model: 'flux', functions: { ...functions, mode: 'AUTO' } })).toMatch(/only generates images/)
})

test('files depend on the server', () => {
  expect(find({}, 'audio/mp3')).toMatch(/can’t listen to audio/)
  expect([find({}, 'audio/mp3', vllm), find({}, 'video/mp4', vllm)]).toEqual([undefined, undefined])
  expect(find({}, 'audio/ogg', vllm)).toMatch(/only WAV and MP3/)
  expect(find({}, 'application/pdf', vllm)).toMatch(/can’t read “file”/)
  expect(find({ model: 'flux' }, 'text/plain')).toMatch(/edits only images/)
})
