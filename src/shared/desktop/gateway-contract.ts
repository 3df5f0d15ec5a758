// The part of the desktop contract about the request log, usage, and requests of the reference.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { Exchange } from '../schemas/exchange'
import {
  BudgetStatus,
  ExchangeChanges,
  ExchangeCounts,
  ExchangeFilter,
  ExchangePage,
  ExchangeQuery,
  ExchangeSelection,
  ExchangeToSend,
  HarProgress,
  SentExchange,
  UsageQuery,
  UsageRow,
} from '../schemas/request-log'

const byId = z.object({ id: z.string() })

export const exchangesContract = {
  exchanges: {
    /** A page of summaries, without bodies. Rejects an unreadable cursor with INVALID_ARGUMENT. */
    list: oc.input(ExchangeQuery).output(ExchangePage),
    counts: oc.input(ExchangeFilter).output(ExchangeCounts),
    /** With headers, bodies and events. Null if it is running, or the log no longer has them. */
    read: oc.input(byId).output(Exchange.nullable()),
    /** Summaries of what has changed, at most about four times a second. */
    watch: oc.output(eventIterator(ExchangeChanges)),
    /** Ends a request in progress as if its client had disconnected. `stopped` is false if it has ended. */
    stop: oc.input(byId).output(z.object({ stopped: z.boolean() })),
    /**
     * Sends a stored request again through the gateway: the same bytes, without credentials. Resolves once its response has
     * started. Rejects with FAILED_PRECONDITION if the log doesn't have the whole request.
     */
    replay: oc.input(byId).output(SentExchange),
    /** Sends a changed request like `replay`. */
    send: oc.input(ExchangeToSend).output(SentExchange),
    /** Copies files of the log into the media folder, in this order. Rejects with NOT_FOUND if the log no longer has one. */
    copyFiles: oc
      .input(z.object({ hashes: z.array(z.string()).max(200) }))
      .output(z.array(z.object({ media: z.string(), mimeType: z.string(), bytes: z.number() }))),
    /** Saves requests as a HAR 1.2 file. */
    exportHar: oc.input(ExchangeSelection).output(eventIterator(HarProgress)),
    /** Deletes all stored requests. Usage stays. */
    clear: oc.output(z.void()),
  },
  usage: {
    /** Sorted by day, then by the number of requests; newest and most first. Includes requests that the log has deleted. */
    read: oc.input(UsageQuery).output(z.array(UsageRow)),
    /** Saves the same rows as CSV. Null if the dialog was canceled. */
    export: oc.input(UsageQuery).output(z.object({ path: z.string().nullable() })),
    /** The cost of this month, and the budget; null without a budget. */
    budget: oc.output(BudgetStatus.nullable()),
  },
} as const

const SentFile = z.object({
  media: z.string(),
  name: z.string().min(1).max(300),
  mimeType: z.string(),
  /** Fields of a form whose last part is the file. Null sends its bytes alone. */
  fields: z.record(z.string(), z.string()).nullable(),
})

/** The application adds its own key. */
const ReferenceRequest = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  /** With the query, without a credential. */
  path: z.string().max(8192).startsWith('/'),
  headers: z.record(z.string(), z.string()),
  /** A text, or a file of the media folder. */
  body: z.union([z.string(), SentFile]).nullable(),
})
export type ReferenceRequest = z.infer<typeof ReferenceRequest>

/** `at`: milliseconds after the request was sent. */
const ReferenceEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('head'),
    at: z.number(),
    status: z.number(),
    headers: z.record(z.string(), z.string()),
    /** Identifies it in the request log. */
    exchangeId: z.string().nullable(),
  }),
  /** A whole body, or one event of a stream. Base64 is replaced by `media`, the hash of a stored file. */
  z.object({ type: z.literal('text'), at: z.number(), text: z.string() }),
  /** A body that isn't text, stored as a file. */
  z.object({
    type: z.literal('media'),
    at: z.number(),
    media: z.string(),
    mimeType: z.string(),
    bytes: z.number(),
  }),
  z.object({ type: z.literal('end'), at: z.number(), bytes: z.number() }),
])
export type ReferenceEvent = z.infer<typeof ReferenceEvent>

export const referenceContract = {
  reference: {
    /** Sends a request through the gateway, like the window's own ones. Aborting the stream stops it. */
    send: oc.input(ReferenceRequest).output(eventIterator(ReferenceEvent)),
  },
} as const
