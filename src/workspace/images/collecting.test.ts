// `collect` receives each answer that ends with media, within the transaction that saves its end.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { catalog } from '#shared/models/catalog'
import { emptyPrices } from '#shared/prices/cost'
import type { Turn } from '#shared/schemas/chat'
import { createChanges } from '../changes'
import { createChat } from '../chat/chat'
import { findTurn } from '../conversations/tree/turn-rows'
import { openDatabase } from '../database/database'
import { openMedia } from '../media/media'
import { makeFolder, openSaves, type PendingRequest, scriptGateway } from '../workspace.fixture'
import { drawStep, type Step } from './drawings'
import { makePicture, toInline, toStep } from './image-workspace.fixture'

async function openTestChat(onCollect: (answer: Turn) => void) {
  const folder = makeFolder()
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  const media = await openMedia(join(folder, 'media'))
  const gateway = scriptGateway()
  const changes = createChanges()
  const saving = openSaves(folder)
  let idCount = 0
  const newId = () => `id ${++idCount}`
  const titles = { canWriteTitles: () => false, currentProvider: () => 'demo', hasOwnModels: () => false }
  const prices = () => emptyPrices
  const base = { connection, now: () => 0, newId, models: () => catalog, prices, ...titles }
  const collect = (answer: Turn) => {
    // The end is written but not committed: a second transaction cannot begin.
    const stored = findTurn(connection, answer.conversationId, answer.id)
    expect([stored.state, stored.parts]).toEqual([answer.state, answer.parts])
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
    draw: (step: Step) => drawStep({ ...base, prompt: chat.prompt, queue: chat.queue }, step),
  }
}

async function answer(request: PendingRequest, parts: object[], finish?: string): Promise<void> {
  request.respond()
  const content = { role: 'model', parts }
  await request.sendChunk({ candidates: [{ content, ...(finish ? { finishReason: finish } : {}) }] })
  request.end()
}

const picture = toInline(makePicture(1))

test('collects answers with images from drawings and chats, interrupted or not, but no text or thoughts', async () => {
  const collected: string[] = []
  const { chat, gateway, draw } = await openTestChat(({ id, state }) => collected.push(`${id} ${state}`))
  const { conversationId, turnIds } = draw(toStep({ variations: 4 }))
  const requests = [await gateway.next(), await gateway.next(), await gateway.next(), await gateway.next()]
  await answer(requests[0]!, [{ text: 'Here.' }, picture], 'STOP')
  await answer(requests[1]!, [{ text: 'No.' }], 'STOP')
  await answer(requests[2]!, [{ ...picture, thought: true }], 'NO_IMAGE')
  await answer(requests[3]!, [picture])
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

test('an answer whose image the Library cannot list is saved again as a whole, and shown meanwhile', async () => {
  let isFull = true
  const { chat, gateway, draw, saves } = await openTestChat(() => {
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
