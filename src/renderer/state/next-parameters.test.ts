import { afterEach, expect, test, vi } from 'vitest'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import { conversationList } from '../api/conversation-list'
import { queries } from '../api/desktop'
import { queryClient } from '../api/query-client'
import { readBuiltInParameters } from './chat-start'
import { useDrafts } from './drafts'
import { readLastParameters, readParameters, setParameters } from './next-parameters'
import { conversationFixture } from './turn.fixture'

afterEach(() => {
  queryClient.clear()
  useDrafts.setState({ drafts: {} })
  vi.useRealTimers()
})

test('uses the parameters from the list for a conversation that is not loaded yet', () => {
  const own = { model: 'its own', temperature: 0.2 }
  useDrafts.setState({
    drafts: { new: { text: '', attachments: [], parameters: { model: 'of a new one' }, columns: null } },
  })
  expect(readParameters('c1')).toEqual(readBuiltInParameters())
  queryClient.setQueryData(conversationList.queryKey, [
    { ...conversationFixture, id: 'c0' },
    { ...conversationFixture, parameters: own },
  ])
  expect([readParameters('c1'), readParameters(null)]).toEqual([own, { model: 'of a new one' }])
  setParameters('c1', { urlContext: true })
  expect(readLastParameters('c1')).toEqual(own)
  expect([readParameters('c1'), readParameters(null)]).toEqual([
    { ...own, urlContext: true },
    { model: 'of a new one' },
  ])
})

test('a new chat does not start with a model that the vendor has retired; the demo keeps it', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 11, 5) })
  const readModel = (kind: 'demo' | 'vendor') => {
    // Only the provider is read.
    const status = { upstream: { kind } } as ApplicationStatus
    queryClient.setQueryData(queries.application.status.queryKey(), status)
    return readParameters(null).model
  }
  expect([readModel('vendor'), readModel('demo')]).toEqual(['gen-3.1-pro-preview', 'gen-2.5-flash'])
})
