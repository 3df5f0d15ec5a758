// The settings that new chats start with, as Settings changes them.
import { beforeEach, expect, test } from 'vitest'
import {
  changeChatStart,
  readBuiltInParameters,
  readChatStart,
  saveChatStart,
  useChatStart,
} from './chat-start'

beforeEach(() => saveChatStart(null))

test('changes one setting and keeps the others', () => {
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

test('saves nothing that is equal to the built-in settings', () => {
  const { model } = readBuiltInParameters()
  changeChatStart({ model: 'gen-2.5-pro' })
  expect(useChatStart.getState().saved).toEqual({ ...readBuiltInParameters(), model: 'gen-2.5-pro' })
  changeChatStart({ model })
  expect(useChatStart.getState().saved).toBeNull()
})
