import { beforeEach, expect, test } from 'vitest'
import { useAnnouncement } from './announcement'
import { announceArrival, requestScroll, type ScrollTarget, useFocusRequests } from './focus-requests'
import { openTurn } from './navigation'

const finishScroll = () => {
  const { scroll } = useFocusRequests.getState()
  if (scroll) announceArrival(scroll)
  return useAnnouncement.getState().text
}

beforeEach(() => useAnnouncement.setState({ text: '' }))

test('announces a search hit', () => {
  openTurn('c1', 'p1')
  expect(finishScroll()).toBe('Message found')
})

test.each<ScrollTarget>([
  { conversationId: 'c1', turnId: 'p1' },
  { conversationId: 'c1', turnId: null },
])('does not announce other scroll targets: %j', (target) => {
  requestScroll(target)
  expect(finishScroll()).toBe('')
})
