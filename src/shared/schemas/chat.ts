// Schemas of conversations, turns, and unsent prompts, which the workspace stores and the renderer shows.
import { z } from 'zod'
import { ErrorReason } from './api-error'
import { ChatParameters } from './chat-parameters'
import { Part, UsageMetadata } from './content'
import { UpstreamKind } from './upstream'

/** Text, media, files and function results. Media are stored as `inlineData: { mimeType, media: '<sha256>' }`. */
export const PromptParts = z.array(Part).min(1, 'must not be empty').max(200, 'must have at most 200 parts')

/** Whether the next prompt replaces a last one without a response, or contains it; in both cases as another version. */
export const UnansweredPrompt = z.enum(['replace', 'join'])
export type UnansweredPrompt = z.infer<typeof UnansweredPrompt>

/** In drawings: the prompt whose image the queued one edits, and the number of its variations. */
export const QueuedStep = z.object({ promptId: z.string(), variations: z.number().int().min(1).max(8) })
export type QueuedStep = z.infer<typeof QueuedStep>

/** Waits for the running answer, and is sent once that is complete, or by the user. */
export const QueuedPrompt = z.object({
  id: z.string(),
  parts: PromptParts,
  parameters: ChatParameters,
  createdAt: z.number(),
  step: QueuedStep.optional(),
})
export type QueuedPrompt = z.infer<typeof QueuedPrompt>

/** An `images` conversation is a drawing: each prompt is a step, and its variations are alternates. */
export const ConversationKind = z.enum(['chat', 'images'])
export type ConversationKind = z.infer<typeof ConversationKind>

export const Conversation = z.object({
  id: z.string(),
  kind: ConversationKind,
  title: z.string(),
  /** Milliseconds since the epoch, like every `…At`. */
  createdAt: z.number(),
  updatedAt: z.number(),
  /** The last turn of the shown branch; null before the first turn. */
  headTurnId: z.string().nullable(),
  /** Parameters of the last prompt. */
  parameters: ChatParameters,
  /** Null if it is not pinned. */
  pinnedAt: z.number().nullable(),
  /** Null if it is in no folder. */
  folderId: z.string().nullable(),
  /** Its tags in the Library. */
  tags: z.array(z.string()),
  queued: z.array(QueuedPrompt),
  /** Whether an answer is being generated. */
  running: z.boolean(),
  /** Only drawings in lists have it: the number of steps in all branches, and the first image. */
  drawing: z
    .object({
      steps: z.number(),
      cover: z.object({ media: z.string(), mimeType: z.string() }).nullable(),
    })
    .optional(),
})
export type Conversation = z.infer<typeof Conversation>

export const ConversationFolder = z.object({ id: z.string(), name: z.string() })
export type ConversationFolder = z.infer<typeof ConversationFolder>

export const maxFolderName = 60
export const folderName = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(maxFolderName, `must be ${maxFolderName} characters or fewer`)

/** `stopped` by the user, `interrupted` by a crash or a quit, `failed` by an error. All of them keep the received parts. */
const turnStates = ['running', 'complete', 'stopped', 'interrupted', 'failed'] as const

export const TurnError = z.object({
  code: z.string(),
  message: z.string(),
  /** Seconds to wait after the answer's end before a retry; absent if unknown. */
  retryAfter: z.number().nonnegative().optional(),
  /** The message is the provider's own. */
  source: z.literal('provider').optional(),
  reason: ErrorReason.optional(),
})
export type TurnError = z.infer<typeof TurnError>

/** A prompt of a drawing with its answers, also of branches that are not shown. */
export const DrawingStep = z.object({
  promptId: z.string(),
  /** The answer whose image it edits; null if it starts a new image. */
  parentId: z.string().nullable(),
  /** The start of the prompt's text. */
  text: z.string(),
  /** `picture` is null without an image, and if its file is missing or in the trash. */
  variations: z.array(
    z.object({ id: z.string(), picture: z.object({ media: z.string(), mimeType: z.string() }).nullable() }),
  ),
})
export type DrawingStep = z.infer<typeof DrawingStep>

export const Turn = z.object({
  id: z.string(),
  conversationId: z.string(),
  /** A conversation is a tree: several turns may share a parent. */
  parentId: z.string().nullable(),
  role: z.enum(['user', 'model']),
  /**
   * Verbatim, with unknown fields; media are stored as `inlineData: { mimeType, media: '<sha256>' }`, never as Base64.
   * A prompt's file also has a `fileName`, which is never sent.
   */
  parts: z.array(Part),
  state: z.enum(turnStates),
  createdAt: z.number(),
  model: z.string().nullable(),
  modelVersion: z.string().nullable(),
  finishReason: z.string().nullable(),
  /** `promptFeedback.blockReason`: the prompt was blocked, and there is no answer. */
  blockReason: z.string().nullable(),
  error: TurnError.nullable(),
  usage: UsageMetadata.nullable(),
  /** Milliseconds after sending. `firstAnswer` is the first part that is not a thought. */
  times: z.object({
    firstToken: z.number().nullable(),
    firstAnswer: z.number().nullable(),
    total: z.number().nullable(),
  }),
  exchangeId: z.string().nullable(),
  /** The upstream of the answer; null for a prompt, and until the response status is known. */
  upstream: UpstreamKind.nullable(),
  /** Parameters of the answer's request; null for a prompt, and for answers stored before this field existed. */
  parameters: ChatParameters.nullable(),
  /** The candidate's other members (grounding, URL context, safety), verbatim. */
  metadata: z.looseObject({}).nullable(),
  /** Shared by the answers of a comparison until the user selects one. */
  comparison: z.string().nullable(),
  /** Whether the user has edited the model's text. */
  edited: z.boolean(),
})
export type Turn = z.infer<typeof Turn>

/** What only a response adds to a turn. */
export const emptyTurn = {
  model: null,
  parameters: null,
  modelVersion: null,
  finishReason: null,
  blockReason: null,
  error: null,
  usage: null,
  times: { firstToken: null, firstAnswer: null, total: null },
  exchangeId: null,
  upstream: null,
  metadata: null,
  comparison: null,
  edited: false,
} as const satisfies Partial<Turn>

/** A deleted turn whose parent is not deleted. */
export const DeletedTurn = z.object({
  turnId: z.string(),
  role: Turn.shape.role,
  /** The beginning of its text; empty if it has none. */
  text: z.string(),
  deletedAt: z.number(),
  /** The turns that were deleted with it, and are restored with it. */
  followers: z.number(),
})
export type DeletedTurn = z.infer<typeof DeletedTurn>

/** A change of a running answer: text appended to the part at `index`, or new parts starting at `index`. */
export const TurnDelta = z.object({
  index: z.number().int(),
  append: z.string().optional(),
  parts: z.array(Part).optional(),
})
export type TurnDelta = z.infer<typeof TurnDelta>

/** Sums over all turns of all branches. Null if no answer has reported the number. */
export const ConversationTotals = z.object({
  promptTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  thoughtsTokens: z.number().nullable(),
  totalTokens: z.number().nullable(),
})
export type ConversationTotals = z.infer<typeof ConversationTotals>

/** By the price table as it is now, over all turns of all branches. */
export const ConversationCost = z.object({
  /** 10⁻⁹ of the table's currency; null if the cost of no answer is known. */
  nanos: z.number().nullable(),
  /** Number of answers whose cost is not known. Those of the demo are free. */
  unknown: z.number(),
})
export type ConversationCost = z.infer<typeof ConversationCost>

/** Turns with the same parent, oldest first, by the ID of the one in the branch. Turns without alternates are omitted. */
const Alternates = z.record(z.string(), z.array(z.string()))

/**
 * First a snapshot, then changes. Deltas are coalesced; `turn` replaces or adds the turn with that ID.
 * The snapshot has the branch as IDs, and only its last turns; `chat.turns` loads others.
 * In a long chat the snapshot has only the end of the branch, which is shown first. A `branch` event from 0 and the
 * totals follow as soon as the reader asks for more.
 */
export const ChatEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    conversation: Conversation,
    /** From the root to the head; only the last ones if `isEnd`. */
    branch: z.array(z.string()),
    isEnd: z.boolean(),
    alternates: Alternates,
    turns: z.array(Turn),
    /** Null if `isEnd`. */
    totals: ConversationTotals.nullable(),
  }),
  z.object({ type: z.literal('conversation'), conversation: Conversation }),
  /** The branch and its alternates have changed, starting at index `from`. */
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

/** A result of a search over all conversations. */
export const SearchHit = z.object({
  conversationId: z.string(),
  title: z.string(),
  /** Null if the title matches. */
  turnId: z.string().nullable(),
  role: z.enum(['user', 'model']).nullable(),
  at: z.number(),
  /** The text around the match; `found` marks the matching words. */
  snippet: z.array(z.object({ text: z.string(), found: z.boolean() })),
})
export type SearchHit = z.infer<typeof SearchHit>

/** The exact request of an answer, for users who want to send it themselves. */
export const PromptRequest = z.object({
  /** `E2` … `E17`; null beyond the specification. */
  endpoint: z.string().nullable(),
  method: z.literal('POST'),
  /** With the query, without the credential. */
  path: z.string(),
  /** The JSON body. Media are written as `"data": "<sha256>"`, and listed in `media`. */
  body: z.string(),
  media: z.array(z.object({ media: z.string(), path: z.string(), bytes: z.number() })),
})
export type PromptRequest = z.infer<typeof PromptRequest>

/** A file of the media folder, or a URL that the model fetches. */
export const Attachment = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    /** Identifies it in lists, because the same file may be attached twice. */
    id: z.string(),
    /** SHA-256: `media://library/<media>` shows it. */
    media: z.string(),
    mimeType: z.string(),
    name: z.string(),
    bytes: z.number(),
    /** Pixels; only for images. */
    width: z.number().optional(),
    height: z.number().optional(),
  }),
  z.object({ kind: z.literal('uri'), id: z.string(), uri: z.string(), mimeType: z.string() }),
])
export type Attachment = z.infer<typeof Attachment>

/** An unsent prompt, stored so that a crash or a switch of conversations does not lose it. */
export const Draft = z.object({
  text: z.string(),
  attachments: z.array(Attachment),
  /** Parameters of the next prompt; null if unchanged since the last one. */
  parameters: ChatParameters.nullable(),
  /** Columns of a comparison; null if the next prompt is not compared. */
  columns: z.array(ChatParameters).max(4).nullable(),
  /** Values of the variables in the text and the system instruction. Null sends the braces as written. */
  values: z.record(z.string(), z.string()).nullable().optional(),
  /** Only in drawings: the next step's variations, and the answer whose image is edited. Null starts a new drawing. */
  variations: z.number().int().min(1).max(8).optional(),
  after: z.string().nullable().optional(),
})
export type Draft = z.infer<typeof Draft>
