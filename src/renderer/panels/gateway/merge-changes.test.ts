// Changes of the request log in the list of the panel.
import { expect, test } from 'vitest'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { mergeChanges } from './merge-changes'

const make = (id: string, startedAt: number, outcome: ExchangeSummary['outcome'] = 'completed') =>
  // Other members are not read.
  ({ id, startedAt, outcome }) as ExchangeSummary

const page = {
  rows: [make('b', 2), make('a', 1)],
  live: [make('r', 3, 'running')],
  next: null,
  notIndexed: 0,
}

test('a request in progress moves to the ended ones when it ends, at the position of its start', () => {
  const started = mergeChanges(page, [make('s', 4, 'running'), make('c', 5)], 10)
  expect(started.live.map(({ id }) => id)).toEqual(['s', 'r'])
  const ended = mergeChanges(started, [make('r', 3, 'failed')], 3)
  expect(ended.live.map(({ id }) => id)).toEqual(['s'])
  expect(ended.rows.map(({ id }) => id)).toEqual(['c', 'r', 'b'])
})
