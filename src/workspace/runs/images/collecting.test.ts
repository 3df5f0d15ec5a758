// What is told of as made: each answer that ends with media, in the transaction that keeps its end.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { catalogue } from '#shared/models/catalogue'
import type { Turn } from '#shared/schemas/chat'
import { createChanges } from '../../changes'
import { findTurn } from '../../library/conversations/tree/turn-rows'
import { openDatabase } from '../../storage/database'
import { openMedia } from '../../storage/media'
import { makeFolder, type OpenCall, scriptGateway } from '../../workspace.fixture'
import { createChat } from '../chat/chat'
import { createDrawings } from './drawings'
import { makePicture, toInline, toStep } from './studio.fixture'

async function openRoom(onCollect: (answer: Turn) => void) {
  const folder = makeFolder()
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  const media = await openMedia(join(folder, 'media'))
  const gateway = scriptGateway()
  const changes = createChanges()
  let made = 0
  const newId = () => `id ${++made}`
  const base = { connection, now: () => 0, newId, models: () => catalogue }
  const collect = (answer: Turn) => {
    // The end is written, and nothing of it is final yet: no second transaction can be begun.
    const kept = findTurn(connection, answer.conversationId, answer.id)
    expect([kept.state, kept.parts]).toEqual([answer.state, answer.parts])
    expect(() => connection.transact(() => {})).toThrow('within a transaction')
    onCollect(answer)
  }
  const chat = createChat({ ...base, media, send: gateway.send, changes, collect })
  onTestFinished(async () => {
    chat.close()
    connection.close()
    await media.close()
  })
  return { chat, gateway, drawings: createDrawings({ ...base, begin: chat.begin }) }
}

async function answer(call: OpenCall, parts: object[], finish?: string): Promise<void> {
  call.answer()
  const content = { role: 'model', parts }
  await call.chunk({ candidates: [{ content, ...(finish ? { finishReason: finish } : {}) }] })
  call.end()
}

const picture = toInline(makePicture(1))

test('pictures are told of, in a drawing and in a chat, broken off or not; words and thoughts are not', async () => {
  const collected: string[] = []
  const { chat, gateway, drawings } = await openRoom(({ id, state }) => collected.push(`${id} ${state}`))
  const { conversationId, turnIds } = drawings.draw(toStep({ variations: 4 }))
  const calls = [await gateway.next(), await gateway.next(), await gateway.next(), await gateway.next()]
  await answer(calls[0]!, [{ text: 'Here.' }, picture], 'STOP')
  await answer(calls[1]!, [{ text: 'No.' }], 'STOP')
  await answer(calls[2]!, [{ ...picture, thought: true }], 'NO_IMAGE')
  await answer(calls[3]!, [picture])
  const sent = chat.send({
    conversationId: null,
    parts: [{ text: 'Draw.' }],
    parameters: toStep({}).parameters,
  })
  await answer(await gateway.next(), [picture], 'STOP')
  await expect.poll(() => chat.countRunning()).toBe(0)
  expect(collected).toEqual([`${turnIds[0]} complete`, `${turnIds[3]} failed`, `${sent.turnId} complete`])
  expect(chat.isRunning(conversationId)).toBe(false)
})

test('an end whose picture cannot be told of is not kept as one, and the user reads why', async () => {
  const { chat, gateway, drawings } = await openRoom(() => {
    throw new Error('The Library is full.')
  })
  const { conversationId, turnIds } = drawings.draw(toStep({}))
  await answer(await gateway.next(), [picture], 'STOP')
  const states: unknown[] = []
  for await (const event of chat.watch({ conversationId })) {
    if (event.type === 'turn') states.push(event.turn.state, event.turn.error?.message)
    if (event.type === 'conversation' && !event.conversation.running) break
  }
  expect(states.slice(-2)).toEqual(['failed', 'The answer could not be kept. The Library is full.'])
  expect(chat.turns({ conversationId, turnIds })[0]?.state).toBe('running')
})
