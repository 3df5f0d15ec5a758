// The request log: its settings, the pages of its list, its changes, and usage by day.
import { z } from 'zod'
import { ErrorClass, ExchangeSummary } from './exchange'

const whole = (max: number, text: string) =>
  z
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(max, `must be at most ${text}`)

/** The limits of the log. Beyond the size, the details of the oldest requests are deleted, and their rows stay. */
export const RequestLogSettings = z.object({
  maxRows: whole(100_000, '100,000').default(100_000),
  maxDays: whole(3650, '3,650').default(30),
  /** The size of the whole file and of the media; a megabyte has 1,048,576 bytes. */
  maxMegabytes: whole(10_000, '10,000').default(1024),
  /** Whether the bodies of requests and responses are stored. */
  bodies: z.boolean().default(true),
})
export type RequestLogSettings = z.infer<typeof RequestLogSettings>

export const defaultRequestLog: RequestLogSettings = RequestLogSettings.parse({})

/** A request must match one value of each list that is not empty. */
export const ExchangeFilter = z.object({
  /** Words and quoted phrases, each of which must occur in the path, the bodies, the error, or the ID. */
  text: z.string().max(1000).default(''),
  /** 2 for 200 to 299. Requests in progress without a status match none. */
  statusClasses: z.array(z.number().int().min(1).max(5)).max(5).default([]),
  /** `E1`…`E17`; the name of the route if it is beyond the specification. */
  endpoints: z.array(z.string()).max(50).default([]),
  models: z.array(z.string()).max(50).default([]),
  clients: z.array(z.string()).max(50).default([]),
  providers: z.array(z.string()).max(50).default([]),
  outcomes: z.array(ExchangeSummary.shape.outcome).max(5).default([]),
  /** The polls of one video operation, and the request that started it. */
  operation: z.string().nullable().default(null),
  /** Milliseconds since the epoch; `to` is excluded. */
  from: z.number().nullable().default(null),
  to: z.number().nullable().default(null),
})
export type ExchangeFilter = z.infer<typeof ExchangeFilter>

const anyExchange: ExchangeFilter = ExchangeFilter.parse({})

const exchangeSortKeys = [
  'startedAt',
  'status',
  'endpoint',
  'path',
  'model',
  'client',
  'provider',
  'inputTokens',
  'outputTokens',
  'firstByte',
  'total',
  'overhead',
  'requestBytes',
  'responseBytes',
] as const
export const ExchangeQuery = z.object({
  filter: ExchangeFilter.default(anyExchange),
  sort: z
    .object({ key: z.enum(exchangeSortKeys), descending: z.boolean() })
    .default({ key: 'startedAt', descending: true }),
  /** `next` of the page before; null for the first page. */
  cursor: z.string().max(4000).nullable().default(null),
  limit: z.number().int().min(1).max(500).default(100),
})
export type ExchangeQuery = z.infer<typeof ExchangeQuery>

export const ExchangePage = z.object({
  /** May be fewer than requested, or none, although there is a next page, if the search takes long. */
  rows: z.array(ExchangeSummary),
  /** Only on the first page: matching requests in progress, or not yet stored. Newest first, whatever the sort. */
  live: z.array(ExchangeSummary),
  /** Null if this is the last page. */
  next: z.string().nullable(),
  /** How many requests are not in the search index yet, and so may be missing. 0 without `text`. */
  notIndexed: z.number(),
})
export type ExchangePage = z.infer<typeof ExchangePage>

const Count = z.object({ value: z.string().nullable(), count: z.number() })

/** Counts of all stored requests that match, most frequent first. Requests in progress are not included. */
export const ExchangeCounts = z.object({
  total: z.number(),
  /** The search took long, so only the newest of the requests that match are counted. */
  isPartial: z.boolean(),
  statusClasses: z.array(Count),
  outcomes: z.array(Count),
  /** Endpoints, or routes beyond the specification. */
  endpoints: z.array(Count),
  models: z.array(Count),
  clients: z.array(Count),
  providers: z.array(Count),
})
export type ExchangeCounts = z.infer<typeof ExchangeCounts>

export const ExchangeChanges = z.object({
  /** New state of requests that have started, progressed or ended, in any order. */
  changed: z.array(ExchangeSummary),
  /** More has changed than is listed, or the log was cleared: read the list again. */
  isIncomplete: z.boolean(),
})
export type ExchangeChanges = z.infer<typeof ExchangeChanges>

/** The requests of an export: these, or all stored ones that match. */
export const ExchangeSelection = z.union([
  z.object({ ids: z.array(z.string()).min(1).max(10_000) }),
  z.object({ filter: ExchangeFilter }),
])
export type ExchangeSelection = z.infer<typeof ExchangeSelection>

/** A request to the gateway as the user has changed it. Credentials are added when it is sent. */
export const ExchangeToSend = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  /** With the query. */
  path: z
    .string()
    .regex(/^\/[!-~]*$/, 'must start with / and have no spaces')
    .max(8000),
  headers: z.record(
    z.string().regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/, 'must be lowercase header names'),
    z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be one line without emoji'),
  ),
  body: z.string(),
})
export type ExchangeToSend = z.infer<typeof ExchangeToSend>

export const SentExchange = z.object({ id: z.string(), status: z.number() })
export type SentExchange = z.infer<typeof SentExchange>

export const HarProgress = z.object({
  /** Requests written so far. */
  requests: z.number(),
  total: z.number(),
  /** Set in the last event. `path` is null if the dialog was canceled. */
  done: z.object({ path: z.string().nullable() }).optional(),
})
export type HarProgress = z.infer<typeof HarProgress>

export const usageDimensions = ['day', 'model', 'endpoint', 'client', 'provider'] as const
export type UsageDimension = (typeof usageDimensions)[number]

/** The model and the client of requests beyond the combinations that a day counts. */
export const otherUsage = 'other'

export const UsageQuery = z.object({
  /** Today and the days before it, in local time; null for all. */
  days: z.union([z.literal(1), z.literal(7), z.literal(30)]).nullable(),
  /** One row for each combination; a single row of totals if it is empty. */
  groupBy: z.array(z.enum(usageDimensions)).max(usageDimensions.length).default([]),
  /** The hours of today, instead of days: `day` is `2026-11-23T14`. */
  byHour: z.boolean().default(false),
})
export type UsageQuery = z.infer<typeof UsageQuery>

/** Milliseconds, at most 10% above the exact value; null without measurements. */
const Percentiles = z.object({ p50: z.number().nullable(), p95: z.number().nullable() })

/** Requests whose cost is not known: their model has no price, or how much was billed is not known. */
const UnknownCost = z.object({
  model: z.string().nullable(),
  reason: z.enum(['price', 'amount']),
  requests: z.number(),
})
export type UnknownCost = z.infer<typeof UnknownCost>

const Cost = z.object({
  /** The known part, in billionths of the currency of the price table; null if nothing of it is known. */
  nanos: z.number().nullable(),
  /** Up to 20, those with the most requests first. */
  unknown: z.array(UnknownCost),
})
export type Cost = z.infer<typeof Cost>

/** Dimensions that are not grouped by are null, as are unknown models, endpoints and clients. */
export const UsageRow = z.object({
  /** `2026-11-23`, in local time. */
  day: z.string().nullable(),
  model: z.string().nullable(),
  endpoint: z.string().nullable(),
  /** `window`, or the product name of the User-Agent without its version. */
  client: z.string().nullable(),
  provider: z.string().nullable(),
  requests: z.number(),
  /** Requests by error class; classes without errors are left out. */
  errors: z.partialRecord(ErrorClass, z.number()),
  inputTokens: z.number(),
  outputTokens: z.number(),
  thoughtsTokens: z.number(),
  cachedTokens: z.number(),
  images: z.number(),
  videos: z.number(),
  audios: z.number(),
  firstByte: Percentiles,
  overhead: Percentiles,
  cost: Cost,
})
export type UsageRow = z.infer<typeof UsageRow>

/** A monthly amount, in the currency of the price table. Nothing is blocked beyond it. */
export const BudgetSettings = z.object({
  /** Null: no budget. */
  amount: z
    .number('must be an amount, such as 20')
    .min(0.01, 'must be at least 0.01')
    .max(1_000_000, 'must be at most 1,000,000')
    .nullable()
    .default(null),
  /** The share of the amount in percent at which the first warning is given. */
  warnAt: whole(100, '100').default(80),
})
export type BudgetSettings = z.infer<typeof BudgetSettings>

export const defaultBudget: BudgetSettings = BudgetSettings.parse({})

export const BudgetStatus = z.object({
  /** `2026-11`, in local time. */
  month: z.string(),
  currency: z.string(),
  /** In billionths of the currency. */
  amount: z.number(),
  cost: Cost,
  /** In percent, rounded down: 100 only once the amount is reached. */
  percent: z.number(),
  warnAt: z.number(),
})
export type BudgetStatus = z.infer<typeof BudgetStatus>
