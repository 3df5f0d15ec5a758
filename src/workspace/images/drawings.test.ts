// A step of a drawing: the complete request of each image endpoint, rejections, and what is saved of the answers.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { examples } from '#shared/endpoints/examples'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { hashOf } from '../library/library.fixture'
import { ask, openTestWorkspace } from '../workspace.fixture'
import type { Step } from './drawings'
import {
  makePicture,
  mediaOf,
  openImageWorkspace,
  partsResponse,
  toInline,
  toStep,
} from './image-workspace.fixture'

interface Case {
  readonly endpoint: string
  readonly parameters: ChatParameters
  readonly parts: Part[]
  readonly path: string
  readonly generationConfig: unknown
  /** Without parameters that the model does not have. */
  readonly saved?: ChatParameters
}

const [prompt, picture] = examples.imageEditing.contents[0].parts
const both = { responseModalities: ['TEXT', 'IMAGE'] }

const cases: Case[] = [
  {
    endpoint: 'E3',
    parameters: { model: 'gen-2.5-flash-image', aspectRatio: '3:2', imageSize: '2K', temperature: 0.4 },
    parts: [{ text: 'A lighthouse on a cliff at dusk.' }],
    path: '/v1beta/models/gen-2.5-flash-image:generateContent',
    // The model has no sizes, so the size for another model is not sent.
    generationConfig: { temperature: 0.4, ...both, imageConfig: { aspectRatio: '3:2' } },
    saved: { model: 'gen-2.5-flash-image', aspectRatio: '3:2', temperature: 0.4, streaming: false },
  },
  {
    endpoint: 'E7',
    parameters: { model: 'gen-3-pro-image-preview', aspectRatio: '16:9', imageSize: '1K' },
    parts: [{ text: examples.imageWithRatio.contents[0].parts[0].text }],
    path: '/v1/v1beta/models/gen-3-pro-image-preview:generateContent',
    generationConfig: examples.imageWithRatio.generationConfig,
  },
  {
    endpoint: 'E12',
    parameters: { model: 'gen-2.0-flash-exp-image-generation', aspectRatio: '16:9' },
    parts: [{ text: prompt.text }, picture],
    path: '/v1/v1beta/models/gen-2.0-flash-exp-image-generation:generateContent',
    generationConfig: both,
  },
  {
    endpoint: 'E16',
    parameters: { model: 'gen-2.5-flash-image-preview', responseModalities: ['IMAGE'] },
    parts: [{ text: examples.draw.contents[0].parts[0].text }],
    path: '/v1/v1beta/models/gen-2.5-flash-image-preview:generateContent',
    generationConfig: { responseModalities: ['IMAGE'] },
  },
]

test.each(cases)('$endpoint', async ({ endpoint, parameters, parts, path, generationConfig, saved }) => {
  const { app, requests, exchanges, draw } = await openImageWorkspace()
  const stored = await Promise.all(
    parts.map(async (part): Promise<Part> => {
      if (!part.inlineData?.data) return part
      const { hash } = await app.media.store(Buffer.from(part.inlineData.data, 'base64'))
      return { inlineData: { mimeType: part.inlineData.mimeType, media: hash, fileName: 'Spot.png' } }
    }),
  )
  const { answers } = await draw({ parts: stored, parameters })
  const { signal: _, ...sent } = requests[0]!
  expect(sent).toEqual({ path, body: { contents: [{ role: 'user', parts }], generationConfig } })
  expect(exchanges.map((exchange) => exchange.endpoint)).toEqual([endpoint])
  expect(answers).toMatchObject([{ state: 'complete', finishReason: 'STOP', upstream: 'demo' }])
  expect(mediaOf(answers[0])).toHaveLength(1)
  expect(answers[0]?.exchangeId).toBe(exchanges[0]?.id)
  if (saved) expect(answers[0]?.parameters).toEqual(saved)
})

test('the bytes on the disk are the received bytes, whatever their declared type', async () => {
  const jpeg = makePicture(1, { kind: 'jpeg' })
  const png = makePicture(2)
  const { app, draw } = await openImageWorkspace(() =>
    partsResponse([{ text: 'Here.' }, toInline(jpeg, 'image/png'), toInline(png)]),
  )
  const { answers } = await draw({})
  const [declared, correct] = [hashOf(jpeg), hashOf(png)]
  expect(answers[0]?.parts).toEqual([
    { text: 'Here.' },
    { inlineData: { mimeType: 'image/png', media: declared } },
    { inlineData: { mimeType: 'image/png', media: correct } },
  ])
  const files = await Promise.all([declared, correct].map((hash) => app.media.open(hash)))
  expect(files.map(({ path, mimeType }) => [path.split('.').at(-1), mimeType])).toEqual([
    ['jpg', 'image/jpeg'],
    ['png', 'image/png'],
  ])
  expect(files.map(({ path }) => readFileSync(path))).toEqual([jpeg, png])
})

test('a drawing is listed and found as a drawing, with a title from its prompt', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const { conversationId } = app.images.draw(toStep({ parts: [{ text: 'A fox in the snow.' }] }))
  ;(await service.next()).fail()
  const chat = await ask(workspace, 'Where does a fox live?')
  expect(app.conversations.list().map(({ id, kind, title }) => [id, kind, title])).toEqual([
    [chat.conversationId, 'chat', 'Where does a fox live?'],
    [conversationId, 'images', 'A fox in the snow.'],
  ])
  const find = (kind: 'chat' | 'images') =>
    app.conversations.search({ query: 'fox', kind, limit: 9 }).map((hit) => hit.conversationId)
  expect([...new Set(find('images'))]).toEqual([conversationId])
  expect([...new Set(find('chat'))]).toEqual([chat.conversationId])
})

test('saves the reason why an answer has no image', async () => {
  const { draw } = await openImageWorkspace()
  const markers = ['no-image', 'image-safety', 'image-other', 'blocked', 'text-only', 'busy']
  const outcomes = []
  for (const marker of markers) {
    const { answers } = await draw({ parts: [{ text: `A tree [${marker}]` }] })
    const [answer] = answers
    const { state, finishReason, blockReason, error, parts = [] } = answer ?? {}
    outcomes.push([marker, state, finishReason, blockReason, error?.code, error?.retryAfter, parts.length])
  }
  expect(outcomes).toEqual([
    ['no-image', 'complete', 'NO_IMAGE', null, undefined, undefined, 0],
    ['image-safety', 'complete', 'IMAGE_SAFETY', null, undefined, undefined, 0],
    ['image-other', 'complete', 'IMAGE_OTHER', null, undefined, undefined, 0],
    ['blocked', 'failed', null, 'SAFETY', 'FAILED_PRECONDITION', undefined, 0],
    ['text-only', 'complete', 'STOP', null, undefined, undefined, 1],
    ['busy', 'failed', null, null, 'RESOURCE_EXHAUSTED', 3, 0],
  ])
})

test('saves intermediate images as thoughts', async () => {
  const { draw } = await openImageWorkspace()
  const parameters = { model: 'gen-3-pro-image-preview', includeThoughts: true, imageSize: '1K' }
  const { answers } = await draw({ parameters })
  const kinds = answers[0]?.parts.map(
    ({ inlineData, thought }) => `${thought ? 'thought ' : ''}${inlineData ? 'picture' : 'text'}`,
  )
  expect(kinds).toEqual(['thought text', 'thought picture', 'text', 'picture'])
})

const reference = { inlineData: { mimeType: 'image/png', media: hashOf(makePicture(1)) } }

test('rejects an invalid step with the parameter’s path, and starts nothing', async () => {
  const { app, requests, draw } = await openImageWorkspace()
  const chat = app.chat.send({
    conversationId: null,
    parts: [{ text: 'Hi.' }],
    parameters: { model: 'gen-2.5-pro' },
  })
  const { conversationId, view } = await draw({})
  const failed = await draw({ conversationId, parts: [{ text: '[blocked]' }] })
  const [prompt, answer] = [view.branch[0] ?? '', view.branch[1] ?? '']
  const before = [requests.length, app.conversations.list().length]
  const rejections: [Partial<Step>, string][] = [
    [
      { parameters: { model: 'gen-2.5-pro' } },
      'parameters.model: Gen 2.5 Pro doesn’t generate images; choose an image model',
    ],
    [{ parameters: { model: 'brush' } }, 'parameters.model: model brush not found; choose an image model'],
    [
      { parts: [{ text: 'All' }, ...Array(4).fill(reference)] },
      'parts[4]: Gen 2.5 Flash Image accepts up to 3 reference images, but got 4',
    ],
    [
      { parameters: { model: 'gen-3-pro-image-preview' }, parts: Array(16).fill(reference) },
      'parts[14]: Gen 3 Pro Image (preview) accepts up to 14 reference images, but got 16',
    ],
    [{ parts: [{ text: ' ' }] }, 'parts: must not be empty'],
    [{ parts: [toInline(makePicture(1))] }, 'parts[0].inlineData: must refer to a file in the media folder'],
    [{ after: answer }, 'after: a new session has no image to edit yet'],
    [{ conversationId, after: prompt }, 'after: refers to a prompt; only a response can be edited'],
    [{ conversationId, after: 'none' }, 'after: doesn’t refer to a response in this session'],
    [
      { conversationId, after: failed.answers[0]?.id ?? '' },
      'after: refers to an incomplete response; retry it first',
    ],
    [{ conversationId: chat.conversationId }, 'conversationId: refers to a chat, not an image session'],
    [{ conversationId: 'none' }, 'Chat not found.'],
  ]
  for (const [step, message] of rejections) expect(() => app.images.draw(toStep(step))).toThrow(message)
  expect([requests.length, app.conversations.list().length]).toEqual(before)
})

test('a missing reference fails the answer, and the prompt is saved', async () => {
  const { draw } = await openImageWorkspace()
  const { answers, view } = await draw({ parts: [{ text: 'Blue.' }, reference] })
  expect(answers).toMatchObject([{ state: 'failed', error: { code: 'FAILED_PRECONDITION' } }])
  expect(view.turns[0]?.parts).toEqual([{ text: 'Blue.' }, reference])
})
