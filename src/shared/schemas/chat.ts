// Conversations and turns as the workspace keeps them and the renderer shows them.

import { z } from 'zod'
import { ErrorReason } from './api-error'
import { ChatParameters } from './chat-parameters'
import { Part, UsageMetadata } from './content'
import { UpstreamKind } from './upstream'

/** Text, media, files, function results; media stand as `inlineData: { mimeType, media: '<sha256>' }`. */
export const PromptParts = z.array(Part).min(1, 'must not be empty').max(200, 'must have at most 200 parts')

/** Waits for the answer under way; sent by itself once that is complete, else by the user. */
export const QueuedPrompt = z.object({
  id: z.string(),
  parts: PromptParts,
  parameters: ChatParameters,
  createdAt: z.number(),
})
export type QueuedPrompt = z.infer<typeof QueuedPrompt>

/** A drawing is a conversation with an image model: each instruction is a step, its variations are alternates. */
export const ConversationKind = z.enum(['chat', 'images'])
export type ConversationKind = z.infer<typeof ConversationKind>

export const Conversation = z.object({
  id: z.string(),
  kind: ConversationKind,
  title: z.string(),
  /** Milliseconds since the epoch, like every `…At`. */
  createdAt: z.number(),
  updatedAt: z.number(),
  /** The last turn of the branch that is shown; null before the first one. */
  headTurnId: z.string().nullable(),
  /** Of the last prompt. */
  parameters: ChatParameters,
  /** Null if it is not pinned. */
  pinnedAt: z.number().nullable(),
  queued: z.array(QueuedPrompt),
  /** An answer is under way. */
  running: z.boolean(),
  /** Of a drawing, in lists: its steps in all branches, and its first picture. */
  drawing: z
    .object({
      steps: z.number(),
      cover: z.object({ media: z.string(), mimeType: z.string() }).nullable(),
    })
    .optional(),
})
export type Conversation = z.infer<typeof Conversation>

/** `stopped` by the user, `interrupted` by a crash or a quit, `failed` by an error; each keeps what had come. */
const turnStates = ['running', 'complete', 'stopped', 'interrupted', 'failed'] as const

export const TurnError = z.object({
  code: z.string(),
  message: z.string(),
  /** Seconds from the answer's end after which trying again makes sense; absent if nothing was said of it. */
  retryAfter: z.number().nonnegative().optional(),
  /** The message is the provider's own. */
  source: z.literal('provider').optional(),
  reason: ErrorReason.optional(),
})
export type TurnError = z.infer<typeof TurnError>

export const Turn = z.object({
  id: z.string(),
  conversationId: z.string(),
  /** A conversation is a tree: several turns may share a parent. */
  parentId: z.string().nullable(),
  role: z.enum(['user', 'model']),
  /**
   * Verbatim, unknown fields included; media stand as `inlineData: { mimeType, media: '<sha256>' }`, never as Base64.
   * A prompt's file has its `fileName` beside `media`: it is ours, and never sent.
   */
  parts: z.array(Part),
  state: z.enum(turnStates),
  createdAt: z.number(),
  model: z.string().nullable(),
  modelVersion: z.string().nullable(),
  finishReason: z.string().nullable(),
  /** `promptFeedback.blockReason`: the prompt was blocked, no answer was made. */
  blockReason: z.string().nullable(),
  error: TurnError.nullable(),
  usage: UsageMetadata.nullable(),
  /** Milliseconds from sending; `firstAnswer` is the first part that is no thought. */
  times: z.object({
    firstToken: z.number().nullable(),
    firstAnswer: z.number().nullable(),
    total: z.number().nullable(),
  }),
  exchangeId: z.string().nullable(),
  /** Who made the answer; null for a prompt, and until the answer's status is known. */
  upstream: UpstreamKind.nullable(),
  /** What the answer was asked for with; null for a prompt, and for answers from before this was kept. */
  parameters: ChatParameters.nullable(),
  /** The candidate's members beside `content`, `finishReason` and `index`, verbatim: grounding, URL context, safety. */
  metadata: z.looseObject({}).nullable(),
  /** Answers of one comparison share it, until one of them is kept. */
  comparison: z.string().nullable(),
  /** Written by the user in the place of the model's own. */
  edited: z.boolean(),
})
export type Turn = z.infer<typeof Turn>

/** A running answer's growth: text appended to the part at `index`, or whole parts from there on. */
export const TurnDelta = z.object({
  index: z.number().int(),
  append: z.string().optional(),
  parts: z.array(Part).optional(),
})
export type TurnDelta = z.infer<typeof TurnDelta>

/** Over every turn of the conversation, those of other branches too: what it has cost. Null: no answer said. */
export const ConversationTotals = z.object({
  promptTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  thoughtsTokens: z.number().nullable(),
  totalTokens: z.number().nullable(),
})
export type ConversationTotals = z.infer<typeof ConversationTotals>

/** Turns that share a parent, in the order they were made, by the id of the one that the branch goes through; lone ones are left out. */
const Alternates = z.record(z.string(), z.array(z.string()))

/**
 * A snapshot first, then what changes. Deltas are coalesced; `turn` replaces the turn of that id or adds it.
 * The snapshot brings the branch as ids, and the last of its turns: others are asked for (`chat.turns`).
 * Of a long chat it brings the end alone, which is what is seen first: once it is asked for (`chat.tellWhole`), a
 * `branch` from 0 on follows, and the totals.
 */
export const ChatEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    conversation: Conversation,
    /** From the root to the head; where `isEnd`, only the last of them. */
    branch: z.array(z.string()),
    isEnd: z.boolean(),
    alternates: Alternates,
    turns: z.array(Turn),
    /** Null if `isEnd`. */
    totals: ConversationTotals.nullable(),
  }),
  z.object({ type: z.literal('conversation'), conversation: Conversation }),
  /** The branch is another from index `from` on; so are the alternates of what stands there. */
  z.object({
    type: z.literal('branch'),
    from: z.number().int(),
    ids: z.array(z.string()),
    alternates: Alternates,
  }),
  z.object({ type: z.literal('turn'), turn: Turn }),
  z.object({ type: z.literal('delta'), turnId: z.string(), deltas: z.array(TurnDelta) }),
  z.object({ type: z.literal('totals'), totals: ConversationTotals }),
])
export type ChatEvent = z.infer<typeof ChatEvent>
