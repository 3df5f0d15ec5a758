// An image model whose pictures the test provides, as the application's provider.
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { sendJson } from '../src/dev/scripted-upstream.mjs'
import type { Application } from './application'
import type { SentPart, SentRequest } from './scripted-model'
import { openProvider } from './scripted-service'

export type ScriptedImageModel = Awaited<ReturnType<typeof openScriptedImageModel>>

/** Makes it the application's provider, and opens Images. */
export async function openScriptedImageModel(application: Application) {
  const service = await openProvider(application, 'Images')
  const requests: ReturnType<typeof toImageRequest>[] = []
  service.answer = async (incoming, outgoing) => {
    const body: SentRequest = JSON.parse(await text(incoming))
    requests.push(toImageRequest(incoming.url ?? '', body, outgoing))
  }
  return {
    /** All requests, in order of arrival. */
    requests,
    /** Resolves with the requests from index `first` on, once there are `count` of them. */
    wait: async (count: number, first = 0) => {
      await expect.poll(() => requests.length - first).toBe(count)
      return requests.slice(first)
    },
    close: service.close,
  }
}

/** A received request, which waits for the test to answer. */
function toImageRequest(path: string, body: SentRequest, outgoing: ServerResponse) {
  const end = (parts: SentPart[], finishReason: string) =>
    sendJson(outgoing, { candidates: [{ content: { role: 'model', parts }, finishReason }] })
  return {
    path,
    body,
    answer: (...parts: SentPart[]) => end(parts, 'STOP'),
    answerWithoutImage: (finishReason: string) => end([], finishReason),
    blockPrompt: (blockReason: string) => sendJson(outgoing, { promptFeedback: { blockReason } }),
    /** Whether the application closed the connection before the response. */
    wasAborted: () => outgoing.destroyed && !outgoing.writableFinished,
  }
}
