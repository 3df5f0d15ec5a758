// What is told of as made: each answer that ends with media, in the transaction that keeps its end.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { catalog } from '#shared/models/catalog'
import type { Turn } from '#shared/schemas/chat'
import { createChanges } from '../changes'
import { createChat } from '../chat/chat'
import { findTurn } from '../conversations/tree/turn-rows'
import { openDatabase } from '../database/database'
import { openMedia } from '../media/media'
import { makeFolder, openSaves, type PendingRequest, scriptGateway } from '../workspace.fixture'
import { drawStep, type Step } from './drawings'
import { makePicture, toInline, toStep } from './image-workspace.fixture'

async function openRoom(onCollect: (answer: Turn) => void) {
  const folder = makeFolder()
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  const media = await openMedia(join(folder, 'media'))
  const gateway = scriptGateway()
  const changes = createChanges()
  const saving = openSaves(folder)
  let made = 0
  const newId = () => `id ${++made}`
  const base = { connection, now: () => 0, newId, models: () => catalog }
  const collect = (answer: Turn) => {
    // The end is written, and nothing of it is final yet: no second transaction can be begun.
    const kept = findTurn(connection, answer.conversationId, answer.id)
    expect([kept.state, kept.parts]).toEqual([answer.state, answer.parts])
    expect(() => connection.transact(() => {})).toThrow('within a transaction')
    onCollect(answer)
  }
  const chat = createChat({ ...base, ...saving, media, send: gateway.send, changes, indexTurn: collect })
  onTestFinished(async () => {
    saving.saves.close()
    await chat.close()
    connection.close()
    await media.close()
  })
  return {
    chat,
    gateway,
    saves: saving.saves,
    draw: (step: Step) => drawStep({ ...base, prompt: chat.prompt }, step),
  }
}

async function answer(call: PendingRequest, parts: object[], finish?: string): Promise<void> {
  call.respond()
  const content = { role: 'model', parts }
  await call.sendChunk({ candidates: [{ content, ...(finish ? { finishReason: finish } : {}) }] })
  call.end()
}

const picture = toInline(makePicture(1))

test('pictures are told of, in a drawing and in a chat, broken off or not; words and thoughts are not', async () => {
  const collected: string[] = []
  const { chat, gateway, draw } = await openRoom(({ id, state }) => collected.push(`${id} ${state}`))
  const { conversationId, turnIds } = draw(toStep({ variations: 4 }))
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

test('an end whose image the Library cannot list is retried whole, and shown meanwhile', async () => {
  let isFull = true
  const { chat, gateway, draw, saves } = await openRoom(() => {
    if (isFull) throw new Error('The Library is full.')
  })
  const { conversationId, turnIds } = draw(toStep({}))
  await answer(await gateway.next(), [picture], 'STOP')
  await expect
    .poll(() => saves.list())
    .toEqual([{ owner: turnIds[0], message: 'The Library is full.', rescued: true }])
  expect(chat.turns({ conversationId, turnIds })[0]?.state).toBe('complete')
  isFull = false
  saves.retryNow()
  await expect.poll(() => chat.isRunning(conversationId)).toBe(false)
  expect(chat.turns({ conversationId, turnIds })[0]?.state).toBe('complete')
})
