// OpenAI-compatible servers that the user has set up, without their keys (decisions §10).
import { z } from 'zod'
import { BaseUrl } from './base-url'
import { ModelId } from './custom-model'
import { modelKinds } from './model'

/** The software that answers, because each supports other fields. */
export const serverNames = [
  'ollama',
  'lm-studio',
  'llama-cpp',
  'vllm',
  'openrouter',
  'groq',
  'mistral',
  'openai',
  'other',
] as const
export type ServerName = (typeof serverNames)[number]

/** A name of the server's own, such as `llama3.3:70b` or `meta-llama/llama-3.3-70b-instruct`. */
const ServerModelId = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(200, 'must be 200 characters or fewer')
  .regex(/^[^\s\p{C}]+$/u, 'must not contain spaces')

/** The ID is also the vault slot of the profile's key. `openai` alone is the slot of the vendor's key. */
export const openAiProfilePattern = /^openai-[a-z0-9]{1,16}$/

export const OpenAiProfile = z.object({
  id: z.string().regex(openAiProfilePattern, 'must start with "openai-"'),
  name: z.string().trim().min(1, 'is required').max(60, 'must be 60 characters or fewer'),
  /** With `/v1` or what the server has in its place. */
  baseUrl: BaseUrl,
  server: z.enum(serverNames),
  /** Tokens are counted by a request for one token, which may be billed. Otherwise, they are not counted. */
  countsTokens: z.boolean().default(false),
  /** The server's model that is sent for the catalog's models of this kind. */
  defaults: z.partialRecord(z.enum(modelKinds), ServerModelId).default({}),
  /** Corrected kinds; a model that the server does not list was added by the user. */
  kinds: z.record(ServerModelId, z.enum(modelKinds)).default({}),
  /** Sends `to` if a client requests `from`, a model of the catalog; takes precedence over the defaults. */
  aliases: z
    .array(z.object({ from: ModelId, to: ServerModelId }))
    .max(500)
    .default([]),
})
export type OpenAiProfile = z.infer<typeof OpenAiProfile>
