// The requests that the fakes accept, as the OpenAI API describes them.
import { z } from 'zod'
import { ChatCompletionRequest } from '#shared/schemas/openai-requests'
import { isBase64 } from '#shared/wire/base64'

const TextPart = z.strictObject({ type: z.literal('text'), text: z.string() })
const dataUrl = (type: string) =>
  z.string().refine((url) => {
    const [head = ''] = new RegExp(`^data:${type};base64,`).exec(url) ?? []
    return head !== '' && isBase64(url.slice(head.length)) && !/[-_]/.test(url.slice(head.length))
  }, 'must be a data URL')

const UserPart = z.discriminatedUnion('type', [
  TextPart,
  z.strictObject({
    type: z.literal('image_url'),
    image_url: z.strictObject({ url: dataUrl('image/[\\w.+-]+'), detail: z.string().optional() }),
  }),
  z.strictObject({
    type: z.literal('input_audio'),
    input_audio: z.strictObject({ data: z.string().min(1), format: z.enum(['wav', 'mp3']) }),
  }),
  z.strictObject({
    type: z.literal('file'),
    file: z.strictObject({ filename: z.string(), file_data: dataUrl('application/pdf') }),
  }),
  z.strictObject({
    type: z.literal('video_url'),
    video_url: z.strictObject({ url: dataUrl('video/[\\w.+-]+') }),
  }),
])

const ToolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string().min(1), arguments: z.string() }),
})

const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.union([z.string(), z.array(UserPart).min(1)]) }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    tool_calls: z.array(ToolCall).min(1).optional(),
    // Thoughts, which some servers read.
    reasoning: z.string().optional(),
    // Clients return these with a message that they got.
    refusal: z.string().nullish(),
    reasoning_content: z.string().optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string().min(1), content: z.string() }),
])
export type Message = z.infer<typeof Message>

const Tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string().optional(),
    parameters: z.looseObject({ type: z.literal('object') }),
  }),
})

/** Members that OpenAI does not have. */
export const foreignMembers = ['image_config']

/** Beyond what the gateway checks, the limits and the forms of the API. */
export const ChatBody = ChatCompletionRequest.extend({
  messages: z.array(Message).min(1),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  max_tokens: z.number().int().positive().optional(),
  max_completion_tokens: z.number().int().positive().optional(),
  n: z.number().int().positive().optional(),
  top_logprobs: z.number().int().max(20).optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high']).optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text') }),
      z.strictObject({ type: z.literal('json_object') }),
      z.strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          schema: z.looseObject({}),
          strict: z.boolean().optional(),
        }),
      }),
    ])
    .optional(),
  image_config: z
    .strictObject({
      aspect_ratio: z
        .string()
        .regex(/^\d+:\d+$/)
        .optional(),
      image_size: z.enum(['1K', '2K', '4K']).optional(),
    })
    .optional(),
  tools: z.array(Tool).min(1).optional(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: z.string() }) }),
    ])
    .optional(),
})
export type ChatBody = z.infer<typeof ChatBody>

/** Every call must be answered directly after its message. Returns a message of the API, or undefined. */
export function findOrderProblem(messages: readonly Message[]): string | undefined {
  let open = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id))
        return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'."
    } else if (open.size > 0) break
    if (message.role === 'assistant') open = new Set((message.tool_calls ?? []).map(({ id }) => id))
  }
  return open.size === 0
    ? undefined
    : "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
}

export const EmbeddingBody = z.strictObject({
  model: z.string(),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  dimensions: z.number().int().positive().optional(),
  encoding_format: z.enum(['float', 'base64']).optional(),
})

export const ImageBody = z.strictObject({
  model: z.string(),
  prompt: z.string().min(1),
  n: z.number().int().positive().optional(),
  size: z
    .string()
    .regex(/^\d+x\d+$/)
    .optional(),
  response_format: z.literal('b64_json').optional(),
})
