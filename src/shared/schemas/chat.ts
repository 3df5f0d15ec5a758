// Conversations and turns as the workspace keeps them and the renderer shows them.
import { z } from 'zod'
import { Part } from './content'
import { UpstreamKind } from './upstream'
import { UsageMetadata } from './usage'

/** What a request is made with, beside the conversation itself. Absent means the model's own default. */
export const ChatParameters = z.object({
  model: z.string().min(1),
  systemInstruction: z.string().optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxOutputTokens: z.number().int().positive().optional(),
  includeThoughts: z.boolean().optional(),
})
export type ChatParameters = z.infer<typeof ChatParameters>

export const Conversation = z.object({
  id: z.string(),
  title: z.string(),
  /** Milliseconds since the epoch, like every `…At`. */
  createdAt: z.number(),
  updatedAt: z.number(),
  /** The last turn of the branch that is shown; null before the first one. */
  headTurnId: z.string().nullable(),
  parameters: ChatParameters,
  /** An answer is under way. */
  running: z.boolean(),
})
export type Conversation = z.infer<typeof Conversation>

/** `stopped` by the user, `interrupted` by a crash or a quit, `failed` by an error; each keeps what had come. */
const turnStates = ['running', 'complete', 'stopped', 'interrupted', 'failed'] as const

export const Turn = z.object({
  id: z.string(),
  conversationId: z.string(),
  /** A conversation is a tree: several turns may share a parent. */
  parentId: z.string().nullable(),
  role: z.enum(['user', 'model']),
  /** Verbatim, unknown fields included; media stand as `inlineData: { mimeType, media: '<sha256>' }`, never as Base64. */
  parts: z.array(Part),
  state: z.enum(turnStates),
  createdAt: z.number(),
  model: z.string().nullable(),
  modelVersion: z.string().nullable(),
  finishReason: z.string().nullable(),
  /** `promptFeedback.blockReason`: the prompt was blocked, no answer was made. */
  blockReason: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  usage: UsageMetadata.nullable(),
  /** Milliseconds from sending. */
  times: z.object({ firstToken: z.number().nullable(), total: z.number().nullable() }),
  exchangeId: z.string().nullable(),
  /** Who made the answer; null for a prompt, and until the answer's status is known. */
  upstream: UpstreamKind.nullable(),
})
export type Turn = z.infer<typeof Turn>

/** A running answer's growth: text appended to the part at `index`, or whole parts from there on. */
export const TurnDelta = z.object({
  index: z.number().int(),
  append: z.string().optional(),
  parts: z.array(Part).optional(),
})
export type TurnDelta = z.infer<typeof TurnDelta>

/** A snapshot first, then what changes. Deltas are coalesced; `turn` replaces the turn of that id or adds it. */
export const ChatEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), conversation: Conversation, turns: z.array(Turn) }),
  z.object({ type: z.literal('conversation'), conversation: Conversation }),
  z.object({ type: z.literal('turn'), turn: Turn }),
  z.object({ type: z.literal('delta'), turnId: z.string(), deltas: z.array(TurnDelta) }),
])
export type ChatEvent = z.infer<typeof ChatEvent>
