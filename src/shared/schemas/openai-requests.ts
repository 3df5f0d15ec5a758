// Requests of OpenAI clients, as far as the gateway checks them: their shape only (decisions §4). Null means absent.
import { z } from 'zod'

/** A request that is passed on as it is: its server decides about all but the model. */
export const RelayedRequest = z.looseObject({ model: z.string().min(1, 'must not be empty') })

const number = () => z.number().nullish()
const integer = () => z.number().int().nullish()
const flag = () => z.boolean().nullish()

const ContentPart = z.looseObject({ type: z.string() })

export const ToolCall = z.looseObject({
  id: z.string().min(1, 'must not be empty'),
  function: z.looseObject({ name: z.string().min(1, 'must not be empty'), arguments: z.string().nullish() }),
})
export type ToolCall = z.infer<typeof ToolCall>

const roles = ['system', 'developer', 'user', 'assistant', 'tool'] as const

const ChatMessage = z.looseObject({
  role: z.enum(roles, `must be ${roles.slice(0, -1).join(', ')}, or ${roles.at(-1)}`),
  content: z
    .union([z.string(), z.array(ContentPart)], 'must be a string or an array of parts with a type')
    .nullish(),
  tool_calls: z.array(ToolCall).nullish(),
  tool_call_id: z.string().nullish(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const ChatCompletionRequest = z.looseObject({
  model: z.string().min(1, 'must not be empty'),
  messages: z.array(ChatMessage).min(1, 'must not be empty'),
  stream: flag(),
  stream_options: z.looseObject({ include_usage: flag() }).nullish(),
  temperature: number(),
  top_p: number(),
  top_k: integer(),
  max_tokens: integer(),
  max_completion_tokens: integer(),
  stop: z.union([z.string(), z.array(z.string())], 'must be a string or an array of strings').nullish(),
  seed: integer(),
  n: integer(),
  presence_penalty: number(),
  frequency_penalty: number(),
  logprobs: flag(),
  top_logprobs: integer(),
  reasoning_effort: z.string().nullish(),
  response_format: z.looseObject({ type: z.string() }).nullish(),
  tools: z.array(z.looseObject({ type: z.string() })).nullish(),
  tool_choice: z
    .union([z.string(), z.looseObject({ type: z.string() })], 'must be a string or an object with a type')
    .nullish(),
  parallel_tool_calls: flag(),
  modalities: z.array(z.string()).nullish(),
})
export type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>

export const EmbeddingsRequest = z.looseObject({
  model: z.string().min(1, 'must not be empty'),
  input: z.union(
    [
      z.string().min(1),
      z.array(z.string().min(1)).min(1),
      z.array(z.number().int()).min(1),
      z.array(z.array(z.number().int()).min(1)).min(1),
    ],
    'must be a text or an array of texts that are not empty',
  ),
  dimensions: integer(),
  encoding_format: z.enum(['float', 'base64'], 'must be float or base64').nullish(),
})
export type EmbeddingsRequest = z.infer<typeof EmbeddingsRequest>

export const ImagesRequest = z.looseObject({
  model: z.string().min(1, 'must not be empty'),
  prompt: z.string().min(1, 'must not be empty'),
  n: integer(),
  size: z.string().nullish(),
  response_format: z.string().nullish(),
})
export type ImagesRequest = z.infer<typeof ImagesRequest>

/** The text fields of a transcription's form (specification E1, wire §8). `file` is streamed separately and never part of this object. */
export const TranscriptionForm = z.looseObject({
  model: z.string({ error: 'is required' }).min(1, 'is required'),
  stream: z.string().optional(),
  response_format: z.string().optional(),
})
export type TranscriptionForm = z.infer<typeof TranscriptionForm>

export const TranscriptionResponse = z.looseObject({ text: z.string() })
export type TranscriptionResponse = z.infer<typeof TranscriptionResponse>
