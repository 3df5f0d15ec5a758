// What is said when the thread has gone where it was wished.
import { beforeEach, expect, test } from 'vitest'
import { useAnnouncement } from './announcement'
import { openTurn } from './navigation'
import { type ThreadWish, tellArrival, useThreadWish, wishToSee } from './thread-place'

const arrive = () => {
  const { wish } = useThreadWish.getState()
  if (wish) tellArrival(wish)
  return useAnnouncement.getState().text
}

beforeEach(() => useAnnouncement.setState({ text: '' }))

test('a hit of the search is announced as found', () => {
  openTurn('c1', 'p1')
  expect(arrive()).toBe('Message found.')
})

test.each<ThreadWish>([
  { conversationId: 'c1', turnId: 'p1' },
  { conversationId: 'c1', turnId: null },
])('what nobody has searched for is not: %j', (wish) => {
  wishToSee(wish)
  expect(arrive()).toBe('')
})
