// An image model whose pictures the test provides, as the application's provider.
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import type { Application } from './application'
import type { SentPart, SentRequest } from './scripted-model'
import { openScriptedService } from './scripted-service'
import { selectService } from './settings-steps'

export type ScriptedImageModel = Awaited<ReturnType<typeof openScriptedImageModel>>

/** Makes it the application's provider, and opens Images. */
export async function openScriptedImageModel(application: Application) {
  const service = await openScriptedService()
  const requests: ReturnType<typeof toImageRequest>[] = []
  service.answer = async (incoming, outgoing) => {
    const body: SentRequest = JSON.parse(await text(incoming))
    requests.push(toImageRequest(incoming.url ?? '', body, outgoing))
  }
  await selectService(application, { name: 'Scripted', url: service.url, key: 'key-of-the-scripted-service' })
  await application.page.getByRole('button', { name: 'Images', exact: true }).click()
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
  const send = (response: object) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify(response))
  }
  const end = (candidate: object) => send({ candidates: [candidate] })
  return {
    path,
    body,
    answer: (...parts: SentPart[]) => end({ content: { role: 'model', parts }, finishReason: 'STOP' }),
    answerWithoutImage: (finishReason: string) =>
      end({ content: { role: 'model', parts: [] }, finishReason }),
    blockPrompt: (blockReason: string) => send({ promptFeedback: { blockReason } }),
    /** Whether the application closed the connection before the response. */
    wasAborted: () => outgoing.destroyed && !outgoing.writableFinished,
  }
}
