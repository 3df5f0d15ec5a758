// The variations of a step run at the same time, and each ends separately.
import { expect, test } from 'vitest'
import { waitForAbort } from '#demo/pace'
import { hashOf } from '../library/library.fixture'
import { waitUntil, waitUntilIdle, watch } from '../workspace.fixture'
import {
  holdRequests,
  image,
  jsonResponse,
  makePicture,
  mediaOf,
  openImageWorkspace,
  partsResponse,
  toInline,
  toStep,
} from './image-workspace.fixture'

const busy = { error: { code: 503, message: 'Overloaded.', status: 'UNAVAILABLE' } }

test('of eight concurrent variations one is stopped, one fails, and the others complete', async () => {
  const service = holdRequests()
  const { app } = await openImageWorkspace(service.script)
  const { conversationId, turnIds } = app.images.draw(
    toStep({ variations: 8, parameters: { ...image, seed: 40 } }),
  )
  const calls = await service.received(8)
  expect(calls.map(({ request }) => request.body.generationConfig?.seed)).toEqual([
    40, 41, 42, 43, 44, 45, 46, 47,
  ])
  expect([app.countRunning(), new Set(turnIds).size]).toEqual([8, 8])

  const aborted = waitForAbort(calls[2]!.request.signal)
  app.chat.stop({ conversationId, turnId: turnIds[2] })
  await aborted
  calls[5]!.answer(jsonResponse(busy, 503))
  const pictures = turnIds.map((_, index) => makePicture(index))
  for (const [index, { answer }] of calls.entries())
    if (index !== 2 && index !== 5) answer(partsResponse([toInline(pictures[index]!)]))
  const { conversation, branch, alternates, known } = await waitUntilIdle(app, conversationId)

  const answers = app.chat.turns({ conversationId, turnIds })
  expect(answers.map((turn) => [turn.state, mediaOf(turn)])).toEqual(
    pictures.map((bytes, index) => {
      if (index === 2) return ['stopped', []]
      return index === 5 ? ['failed', []] : ['complete', [hashOf(bytes)]]
    }),
  )
  expect(answers[5]?.error).toEqual({ code: 'UNAVAILABLE', message: 'Overloaded.', source: 'provider' })
  expect(answers.map(({ comparison, parameters }) => [comparison, parameters?.seed])).toEqual(
    turnIds.map((_, index) => [null, 40 + index]),
  )
  expect(conversation).toMatchObject({ kind: 'images', headTurnId: turnIds[0], parameters: { seed: 40 } })
  expect([branch.length, alternates[turnIds[0] ?? '']]).toEqual([2, turnIds])
  expect(known[turnIds[0] ?? '']).toEqual(answers[0])
})

test('a failed variation is retried while the others are in progress', async () => {
  const service = holdRequests()
  const { app, requests } = await openImageWorkspace(service.script)
  const { conversationId, turnIds } = app.images.draw(
    toStep({ variations: 2, parameters: { ...image, seed: 1 } }),
  )
  const viewer = watch(app, conversationId)
  const calls = await service.received(2)
  calls[1]!.answer(jsonResponse(busy, 503))
  const failed = turnIds[1] ?? ''
  await waitUntil(viewer, ({ known }) => known[failed]?.state === 'failed')
  const { turnId } = app.chat.regenerate({
    conversationId,
    turnId: failed,
    parameters: { ...image, seed: 9 },
  })
  const again = (await service.received(3))[2]!
  for (const { answer } of [calls[0]!, again]) answer(partsResponse([toInline(makePicture(1))]))
  await waitUntilIdle(app, conversationId)
  const states = app.chat.turns({ conversationId, turnIds: [...turnIds, turnId] }).map(({ state }) => state)
  expect(states).toEqual(['complete', 'failed', 'complete'])
  // Not streamed, like all images.
  expect(requests[2]?.path).toBe(requests[0]?.path)
})

test('the largest seed is followed by the smallest', async () => {
  const { draw } = await openImageWorkspace(() => partsResponse([{ text: 'No.' }]))
  const { answers } = await draw({ variations: 2, parameters: { ...image, seed: 2_147_483_647 } })
  expect(answers.map(({ parameters }) => parameters?.seed)).toEqual([2_147_483_647, -2_147_483_648])
})
