// What is told of a request is the request that was sent.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { examples } from '#shared/endpoints/examples'
import { catalogue } from '#shared/models/catalogue'
import { PromptRequest } from '#shared/schemas/prompt-request'
import { connect } from '../database/connection'
import { openMedia } from '../media/media'
import { setUp, stop, until, watch } from '../workspace.fixture'
import { createPromptRequests } from './prompt-request'

const picture = Buffer.from(examples.imageUnderstanding.contents[0].parts[1].inline_data.data, 'base64')
const hash = createHash('sha256').update(picture).digest('hex')
const parts = [
  { text: `Describe ${hash}.` },
  { inline_data: { mime_type: 'image/png', media: hash } },
  { inlineData: { media: hash, mimeType: 'image/jpg' } },
]

async function setUpRequests() {
  const setting = await setUp()
  const media = await openMedia(join(setting.folder, 'media'))
  const file = await media.keep(picture, 'image/png')
  const connection = connect(join(setting.folder, 'workspace.db'))
  onTestFinished(() => connection.close())
  return {
    ...setting,
    file,
    tellRequest: createPromptRequests({ connection, media, models: () => catalogue }),
  }
}

test('the same bytes as were sent, but for media, which are named and described once', async () => {
  const { app, gateway, file, tellRequest } = await setUpRequests()
  const parameters = { model: 'gen-2.5-pro', streaming: false, seed: 7 }
  const asked = app.chat.send({ conversationId: null, parts, parameters })
  const call = await gateway.next()
  const request = await tellRequest(asked)

  expect(PromptRequest.parse(request)).toEqual({
    endpoint: 'E15',
    method: 'POST',
    path: '/v1/v1beta/models/gen-2.5-pro:generateContent',
    body: expect.any(String),
    media: [{ media: hash, path: file.path, bytes: picture.length }],
  })
  expect(request.path).toBe(call.call.path)
  const sent = Buffer.from(call.call.body as Uint8Array).toString()
  expect(request.body).toBe(sent.replaceAll(picture.toString('base64'), hash))
})

test('later parameters change nothing of what an answer was asked for with, and all of what a prompt would be', async () => {
  const { app, gateway, tellRequest } = await setUpRequests()
  const first = { model: 'gen-2.5-flash', temperature: 0.1 }
  const asked = app.chat.send({ conversationId: null, parts: [{ text: 'Hi.' }], parameters: first })
  const viewer = watch(app, asked.conversationId)
  const call = await gateway.next()
  call.answer()
  await call.say('Hello.')
  await call.chunk(stop)
  call.end()
  const { turns } = await until(viewer, ({ conversation }) => !conversation.running)
  const later = { model: 'gen-3.1-pro-preview', temperature: 0.9 }
  app.chat.send({ ...asked, parts: [{ text: 'And now?' }], parameters: later })

  const answer = await tellRequest(asked)
  const prompt = await tellRequest({ ...asked, turnId: turns[0]!.id })
  const contents = [{ role: 'user', parts: [{ text: 'Hi.' }] }]
  expect([answer, prompt].map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    [
      '/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse',
      { contents, generationConfig: { temperature: 0.1 } },
    ],
    [
      '/v1beta/models/gen-3.1-pro-preview:streamGenerateContent?alt=sse',
      { contents, generationConfig: { temperature: 0.9 } },
    ],
  ])
})

test('a continued answer tells the request that went on', async () => {
  const { app, gateway, tellRequest } = await setUpRequests()
  const parameters = { model: 'gen-2.5-flash' }
  const asked = app.chat.send({ conversationId: null, parts: [{ text: 'Count.' }], parameters })
  const viewer = watch(app, asked.conversationId)
  const call = await gateway.next()
  call.answer()
  await call.say('One, ')
  await until(viewer, ({ turns }) => turns.at(-1)?.parts.length === 1)
  app.chat.stop(asked)
  const { turnId } = app.chat.continue(asked)
  const { body } = await gateway.next()
  const request = await tellRequest({ ...asked, turnId })
  expect(JSON.parse(request.body)).toEqual(body)
  expect(body).toMatchObject({
    contents: [{ role: 'user' }, { role: 'model', parts: [{ text: 'One, ' }] }, { role: 'user' }],
  })
})

test('a file that is gone is told', async () => {
  const { app, tellRequest } = await setUpRequests()
  const lost = { inlineData: { mimeType: 'image/png', media: 'f'.repeat(64) } }
  const asked = app.chat.send({ conversationId: null, parts: [lost], parameters: { model: 'm' } })
  await expect(tellRequest(asked)).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: expect.stringContaining('A file of this conversation is missing'),
  })
})
