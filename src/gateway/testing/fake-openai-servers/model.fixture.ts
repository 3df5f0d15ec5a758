// The model of the fakes: its response depends on the request, and is the same for the same request.
import { createHash } from 'node:crypto'
import { readSource } from '#demo/schema/source'
import { fillSchema } from '#demo/schema/write-json'
import { readCallSource } from '../fake-vendor/function-calls.fixture'
import type { ChatBody } from './chat-schema.fixture'

interface ModelCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
}

export interface ModelReply {
  readonly thought: string
  readonly text: string
  readonly calls: readonly ModelCall[]
  readonly finishReason: 'stop' | 'length' | 'tool_calls'
}

export function reply(body: ChatBody): ModelReply {
  const calls = planCalls(body)
  if (calls.length > 0) return { thought: 'I need a tool.', text: '', calls, finishReason: 'tool_calls' }
  const words = toText(body).split(' ')
  const limit = body.max_tokens ?? body.max_completion_tokens ?? Number.POSITIVE_INFINITY
  const isCut = words.length > limit
  const text = isCut ? words.slice(0, limit).join(' ') : words.join(' ')
  return { thought: 'The user wants a reply.', text, calls: [], finishReason: isCut ? 'length' : 'stop' }
}

function toText({ messages, response_format: format }: ChatBody): string {
  const prompt = promptOf(messages)
  if (format?.type === 'json_object') return '{"reply":"text"}'
  if (format?.type === 'json_schema')
    return JSON.stringify(fillSchema(format.json_schema.schema, readSource(prompt)))
  const results = messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []))
  const system = messages.find(({ role }) => role === 'system')?.content
  const media = mediaOf(messages)
  return [
    `You said: ${prompt}`,
    ...(system ? [`Instruction: ${system as string}`] : []),
    ...(results.length > 0 ? [`Results: ${results.join(' ')}`] : []),
    ...(media.length > 0 ? [`Media: ${media.join(' ')}`] : []),
  ].join('. ')
}

function promptOf(messages: ChatBody['messages']): string {
  const last = messages.findLast(({ role }) => role === 'user')
  if (typeof last?.content === 'string') return last.content
  return (last?.content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ')
}

function mediaOf(messages: ChatBody['messages']): readonly string[] {
  return messages.flatMap(({ content }) =>
    Array.isArray(content) ? content.flatMap(({ type }) => (type === 'text' ? [] : [type])) : [],
  )
}

function planCalls({ messages, tools = [], tool_choice: choice }: ChatBody): readonly ModelCall[] {
  if (messages.at(-1)?.role !== 'user' || choice === 'none') return []
  const prompt = promptOf(messages)
  const named = typeof choice === 'object' ? choice.function.name : undefined
  const tool = tools.find(({ function: { name } }) => named === undefined || name === named)?.function
  if (!tool) return []
  const count = /\b(both|parallel|at once)\b/i.test(prompt) ? 2 : 1
  return Array.from({ length: count }, (_, index) => ({
    id: `call_${index}_${hash(prompt).slice(0, 8)}`,
    name: tool.name,
    arguments: JSON.stringify(fillSchema(tool.parameters, readCallSource(prompt, index))),
  }))
}

const fullLength = 3072

/** Vectors have unit length, and are different for every text. */
export function embed(text: string, dimensions = fullLength): readonly number[] {
  let state = Number.parseInt(hash(text).slice(0, 8), 16)
  const values = Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  })
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
