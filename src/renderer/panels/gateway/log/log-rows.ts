// The listed requests: pages that are read as the list is scrolled, and the changes that arrive meanwhile.

import type { ExchangeSummary } from '#shared/schemas/exchange'
import { createComparison, createMatcher } from '#shared/schemas/exchange-order'
import type { ExchangeChanges, ExchangePage, ExchangeQuery } from '#shared/schemas/request-log'

type Query = Pick<ExchangeQuery, 'filter' | 'sort'>

export interface LogRows {
  readonly query: Query
  /** Requests that have ended, in the order of the query, without gaps. */
  readonly ended: readonly ExchangeSummary[]
  /** Newest first. */
  readonly running: readonly ExchangeSummary[]
  /** The cursor of the next page; null if all are read. */
  readonly next: string | null
}

export function isRunning({ outcome }: ExchangeSummary): boolean {
  return outcome === 'running'
}

/** The first page of a query. */
export function startRows(query: Query, page: ExchangePage): LogRows {
  const rows = { query, ended: page.rows, running: [], next: page.next }
  return applyChanges(rows, page.live)
}

/** The first page again: what was read after it stays, unless there may be a gap between them. */
export function refreshRows(rows: LogRows, page: ExchangePage): LogRows {
  const known = new Map(rows.ended.map((one) => [one.id, one]))
  // A request that has ended changes only if its detail is deleted.
  const same = (one: ExchangeSummary) => {
    const before = known.get(one.id)
    return before?.hasDetail === one.hasDetail ? before : one
  }
  const read = page.rows.map(same)
  const fresh = startRows(rows.query, { ...page, rows: read })
  const last = page.rows.at(-1)
  if (page.next === null || !last) return fresh
  const at = rows.ended.findIndex(({ id }) => id === last.id)
  if (at < 0) return fresh
  return { ...fresh, ended: [...read, ...rows.ended.slice(at + 1)], next: rows.next }
}

export function addPage(rows: LogRows, page: ExchangePage): LogRows {
  const known = new Set(rows.ended.map(({ id }) => id))
  const added = page.rows.filter(({ id }) => !known.has(id))
  return { ...rows, ended: [...rows.ended, ...added], next: page.next }
}

/** Requests that belong after the last page that was read are added with their page. */
export function applyChanges(rows: LogRows, changed: readonly ExchangeSummary[]): LogRows {
  if (changed.length === 0) return rows
  const { query, next } = rows
  const compare = createComparison(query.sort)
  const matches = createMatcher(query.filter)
  const ids = new Set(changed.map(({ id }) => id))
  const running = [
    ...changed.filter(isRunning).filter(matches),
    ...rows.running.filter(({ id }) => !ids.has(id)),
  ]
  const last = rows.ended.at(-1)
  const isListed = (one: ExchangeSummary) => next === null || (last !== undefined && compare(one, last) < 0)
  const added = changed.filter((one) => !isRunning(one) && matches(one) && isListed(one))
  return {
    ...rows,
    running: running.sort((one, other) => other.startedAt - one.startedAt),
    ended: added.length === 0 ? rows.ended : merge(rows.ended, added.sort(compare), compare),
  }
}

type Compare = (one: ExchangeSummary, other: ExchangeSummary) => number

/** Both are sorted. A request that is in both is replaced: it has ended, so its position is the same. */
function merge(list: readonly ExchangeSummary[], added: readonly ExchangeSummary[], compare: Compare) {
  const lastAdded = added.at(-1)
  if (!lastAdded) return list
  const ids = new Set(added.map(({ id }) => id))
  // Most changes are at the start of the list: the rest is copied as a whole.
  const end = findEnd(list, lastAdded, compare)
  const merged: ExchangeSummary[] = []
  let at = 0
  for (const one of list.slice(0, end)) {
    for (let next = added[at]; next && compare(next, one) <= 0; next = added[at]) {
      merged.push(next)
      at += 1
    }
    if (!ids.has(one.id)) merged.push(one)
  }
  return [...merged, ...added.slice(at), ...list.slice(end)]
}

/** The index of the first one that is after `one`, by bisection. */
function findEnd(list: readonly ExchangeSummary[], one: ExchangeSummary, compare: Compare): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const each = list[middle]
    if (each && compare(each, one) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** True if a request has ended that may match by its body, which only the log can tell. */
export function needsRefresh({ query }: LogRows, { changed, isIncomplete }: ExchangeChanges): boolean {
  if (isIncomplete) return true
  if (query.filter.text === '') return false
  const matches = createMatcher(query.filter)
  const matchesRest = createMatcher({ ...query.filter, text: '' })
  return changed.some((one) => !isRunning(one) && matchesRest(one) && !matches(one))
}

export interface LogEntry {
  readonly exchange: ExchangeSummary
  /** The number of polls of one operation in this row, itself included; 0 for other rows. */
  readonly polls: number
  /** A poll below the row of its operation. */
  readonly isMember: boolean
}

/** A poll of a video operation, rather than the request that started it. */
function isPoll({ operation, method }: ExchangeSummary): boolean {
  return operation !== null && method === 'GET'
}

/** By exchange, so that rows that stay the same are not rendered again. */
const lastEntries = new WeakMap<ExchangeSummary, LogEntry>()

function toEntry(exchange: ExchangeSummary, polls: number, isMember: boolean): LogEntry {
  const last = lastEntries.get(exchange)
  if (last?.polls === polls && last.isMember === isMember) return last
  const entry = { exchange, polls, isMember }
  lastEntries.set(exchange, entry)
  return entry
}

/** The rows as they are listed. In the order of time, the polls of one operation are one row, at the first of them. */
export function listEntries({ query, ended, running }: LogRows, expanded: ReadonlySet<string>): LogEntry[] {
  const isByTime = query.sort.key === 'startedAt'
  const all = isByTime && running.length > 0 ? interleave(ended, running, query.sort) : [...running, ...ended]
  const polls = isByTime ? groupPolls(all) : new Map<string, ExchangeSummary[]>()
  const entries: LogEntry[] = []
  const add = (exchange: ExchangeSummary, count: number, isMember: boolean) =>
    entries.push(toEntry(exchange, count, isMember))
  for (const exchange of all) {
    const { operation } = exchange
    const group = operation !== null && isPoll(exchange) ? polls.get(operation) : undefined
    if (!group || group.length < 2) add(exchange, 0, false)
    else if (group[0] === exchange) {
      add(exchange, group.length, false)
      if (operation !== null && expanded.has(operation))
        for (const member of group.slice(1)) add(member, 0, true)
    }
  }
  return entries
}

/** By operation, in the order of the list. */
function groupPolls(all: readonly ExchangeSummary[]): Map<string, ExchangeSummary[]> {
  const polls = new Map<string, ExchangeSummary[]>()
  for (const one of all) {
    if (one.operation === null || !isPoll(one)) continue
    const others = polls.get(one.operation)
    if (others) others.push(one)
    else polls.set(one.operation, [one])
  }
  return polls
}

/** A request in progress that started before everything listed is shown first. */
function interleave(
  ended: readonly ExchangeSummary[],
  running: readonly ExchangeSummary[],
  sort: ExchangeQuery['sort'],
): readonly ExchangeSummary[] {
  const compare = createComparison(sort)
  const last = ended.at(-1)
  const isBefore = (one: ExchangeSummary) => last === undefined || compare(one, last) < 0
  const older = running.filter((one) => !isBefore(one))
  return [...older, ...merge(ended, running.filter(isBefore).sort(compare), compare)]
}

/** The index of the entry; the search starts near `hint`. -1 if it is not listed. */
export function findEntry(entries: readonly LogEntry[], id: string, hint = 0): number {
  const isAt = (at: number) => entries[at]?.exchange.id === id
  const start = Math.min(Math.max(0, hint), entries.length)
  for (let distance = 0; distance <= entries.length; distance += 1) {
    if (isAt(start + distance)) return start + distance
    if (isAt(start - distance)) return start - distance
  }
  return -1
}
