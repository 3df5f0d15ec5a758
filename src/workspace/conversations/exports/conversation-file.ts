// A conversation as a JSON file: its whole tree and its media, to be read again by this program.
import { z } from 'zod'
import { Conversation, ConversationKind, Turn } from '#shared/schemas/chat'

export const conversationFileKind = 'gen-playground-conversation'
/** Raised where an older program could not read what is written. */
export const conversationFileVersion = 1

const Medium = z.object({
  mimeType: z.string(),
  data: z.base64({ error: 'must be Base64' }),
})

/** Milliseconds since the epoch, as far as there are dates. */
const Moment = z.number().min(-8.64e15).max(8.64e15)
const Span = z.number().min(0).max(Number.MAX_SAFE_INTEGER).nullable()

export const FileTurn = Turn.omit({ conversationId: true }).extend({
  createdAt: Moment,
  times: z.object({ firstToken: Span, firstAnswer: Span, total: Span }),
  /** The answer that this one goes on from: an earlier one. */
  continues: z.string().nullish(),
  /** Not shown; kept for what goes on from it alone. */
  deleted: z.boolean().optional(),
})
export type FileTurn = z.infer<typeof FileTurn>

/** Its turns are read by themselves, one after the other: there may be very many. */
export const ConversationFile = z.object({
  kind: z.literal(conversationFileKind),
  version: z.number().int(),
  /** Milliseconds since the epoch. */
  exportedAt: z.number(),
  conversation: Conversation.pick({
    title: true,
    createdAt: true,
    updatedAt: true,
    headTurnId: true,
    parameters: true,
    kind: true,
  }).extend({ createdAt: Moment, kind: ConversationKind.default('chat') }),
  /** A parent stands before what follows it. Parts hold what came, unknown fields included; media by their hash. */
  turns: z.array(z.unknown()),
  /** By SHA-256, each once. One that is missing here was missing when the file was written. */
  media: z.record(z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits'), Medium),
})
export type ConversationFile = z.infer<typeof ConversationFile>
