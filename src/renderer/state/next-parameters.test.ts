import { afterEach, expect, test } from 'vitest'
import { queries } from '../api/desktop'
import { queryClient } from '../api/query-client'
import { readBuiltInParameters } from './chat-start'
import { useDrafts } from './drafts'
import { readLastParameters, readParameters, setParameters } from './next-parameters'
import { conversationFixture } from './turn.fixture'

afterEach(() => {
  queryClient.clear()
  useDrafts.setState({ drafts: {} })
})

test('uses the parameters from the list for a conversation that is not loaded yet', () => {
  const own = { model: 'its own', temperature: 0.2 }
  useDrafts.setState({
    drafts: { new: { text: '', attachments: [], parameters: { model: 'of a new one' }, columns: null } },
  })
  expect(readParameters('c1')).toEqual(readBuiltInParameters())
  queryClient.setQueryData(queries.conversations.list.queryKey(), [
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
