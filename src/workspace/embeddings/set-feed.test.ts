// Events for the watchers of a set.
import { expect, test } from 'vitest'
import type { EmbeddingEvent } from '#shared/schemas/embedding-set'
import { mergeEvents } from './set-feed'

const changed = (...ids: number[]): EmbeddingEvent => ({
  type: 'changed',
  rows: ids.map((id) => ({ id, state: 'done', error: null, cached: false })),
})

const merge = (...events: EmbeddingEvent[]) => {
  const waiting: EmbeddingEvent[] = []
  for (const event of events) mergeEvents(waiting, event)
  return waiting
}

test('merges changes of rows, and drops them if all rows have to be read again', () => {
  expect(merge(changed(1), changed(2), changed(1))).toEqual([changed(1, 2)])
  expect(merge(changed(1), { type: 'rows' }, changed(2))).toEqual([{ type: 'rows' }])
  expect(merge({ type: 'rows' }, { type: 'rows' })).toEqual([{ type: 'rows' }])
})

test('thousands of changes become one event to read all rows again', () => {
  const many = Array.from({ length: 1500 }, (_, id) => id)
  expect(merge(changed(...many), changed(...many.map((id) => id + 1500)))).toEqual([{ type: 'rows' }])
})
