import { beforeEach, expect, test } from 'vitest'
import { useAnnouncement } from './announcement'
import { announceArrival, requestScroll, type ScrollTarget, useFocusRequests } from './focus-requests'
import { openTurn } from './navigation'

const arrive = () => {
  const { scroll } = useFocusRequests.getState()
  if (scroll) announceArrival(scroll)
  return useAnnouncement.getState().text
}

beforeEach(() => useAnnouncement.setState({ text: '' }))

test('a hit of the search is announced as found', () => {
  openTurn('c1', 'p1')
  expect(arrive()).toBe('Message found')
})

test.each<ScrollTarget>([
  { conversationId: 'c1', turnId: 'p1' },
  { conversationId: 'c1', turnId: null },
])('a turn that was not searched for is not announced: %j', (target) => {
  requestScroll(target)
  expect(arrive()).toBe('')
})
