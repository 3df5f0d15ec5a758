// The part of the desktop contract about the request log and usage.
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
