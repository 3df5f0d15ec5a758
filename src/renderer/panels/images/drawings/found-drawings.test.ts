// What a search leaves of the drawings.
import { expect, test } from 'vitest'
import { conversationFixture } from '../../../state/turn.fixture'
import { orderByHits } from './found-drawings'

test('the best find stands first, each drawing once, and one that has just been deleted is left out', () => {
  const [sea, tower] = ['sea', 'tower'].map((id) => ({ ...conversationFixture, id, kind: 'images' as const }))
  if (!sea || !tower) throw new Error('both are there')
  const hits = ['tower', 'gone', 'sea', 'tower'].map((conversationId) => ({ conversationId }))
  expect(orderByHits([sea, tower], hits)).toEqual([tower, sea])
})
