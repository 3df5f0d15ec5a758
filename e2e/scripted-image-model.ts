// An image model whose pictures the test provides, as the application's provider.
import { text } from 'node:stream/consumers'
import { sendJson } from '../src/dev/scripted-upstream.mjs'
import type { Application } from './application'
import type { SentPart, SentRequest } from './scripted-model'
import { openRecordingService, wasAborted } from './scripted-service'

export type ScriptedImageModel = Awaited<ReturnType<typeof openScriptedImageModel>>

/** Makes it the application's provider, and opens Images. */
export const openScriptedImageModel = (application: Application) =>
  openRecordingService(application, 'Images', async (incoming, outgoing) => {
    const body: SentRequest = JSON.parse(await text(incoming))
    const end = (parts: SentPart[], finishReason: string) =>
      sendJson(outgoing, { candidates: [{ content: { role: 'model', parts }, finishReason }] })
    return {
      path: incoming.url,
      body,
      answer: (...parts: SentPart[]) => end(parts, 'STOP'),
      answerWithoutImage: (finishReason: string) => end([], finishReason),
      blockPrompt: (blockReason: string) => sendJson(outgoing, { promptFeedback: { blockReason } }),
      wasAborted: () => wasAborted(outgoing),
    }
  })
