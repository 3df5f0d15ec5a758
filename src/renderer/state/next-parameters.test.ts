// The parameters of the next request, and the settings that new chats start with.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import { conversationList } from '../api/conversation-list'
import { queries } from '../api/desktop'
import { queryClient } from '../api/query-client'
import { useDrafts } from './draft-store'
import {
  changeChatStart,
  readBuiltInParameters,
  readChatStart,
  readDrawingParameters,
  readLastParameters,
  readParameters,
  saveChatStart,
  setParameters,
  useChatStart,
} from './next-parameters'
import { conversationFixture } from './turn.fixture'

beforeEach(() => saveChatStart(null))

test('one setting that new chats start with is changed, and the others are kept', () => {
  saveChatStart({ model: 'gen-2.5-pro', temperature: 0.4 })
  changeChatStart({ systemInstruction: 'Be brief.' })
  changeChatStart({ streaming: false })
  expect(readChatStart()).toEqual({
    model: 'gen-2.5-pro',
    temperature: 0.4,
    systemInstruction: 'Be brief.',
    streaming: false,
  })
  changeChatStart({ systemInstruction: '' })
  changeChatStart({ streaming: true })
  expect(readChatStart()).toEqual({ model: 'gen-2.5-pro', temperature: 0.4 })
})

test('nothing is saved for new chats that is equal to the built-in settings', () => {
  const { model } = readBuiltInParameters()
  changeChatStart({ model: 'gen-2.5-pro' })
  expect(useChatStart.getState().saved).toEqual({ ...readBuiltInParameters(), model: 'gen-2.5-pro' })
  changeChatStart({ model })
  expect(useChatStart.getState().saved).toBeNull()
})

afterEach(() => {
  queryClient.clear()
  useDrafts.setState({ drafts: {} })
  vi.useRealTimers()
})

test('a conversation that is not loaded yet has its parameters from the list', () => {
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

test('a drawing has its own parameters, else those of its last step, else of the last new drawing, never a chat’s', () => {
  const empty = { text: '', attachments: [], columns: null }
  const withModels = (models: Record<string, string>) => {
    const entries = Object.entries(models).map(([key, model]) => [key, { ...empty, parameters: { model } }])
    useDrafts.setState({ drafts: Object.fromEntries(entries) })
    return [readDrawingParameters('c1').model, readDrawingParameters(null).model]
  }
  expect(withModels({ new: 'of a chat' })).toEqual(['gen-2.5-flash-image', 'gen-2.5-flash-image'])
  const fresh = { 'images:new': 'of the new one' }
  expect(withModels(fresh)).toEqual(['of the new one', 'of the new one'])
  queryClient.setQueryData(conversationList.queryKey, [
    { ...conversationFixture, parameters: { model: 'of the last step' } },
  ])
  expect(withModels(fresh)).toEqual(['of the last step', 'of the new one'])
  expect(withModels({ ...fresh, c1: 'own' })).toEqual(['own', 'of the new one'])
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
