// An image model whose pictures the test provides, as the application's provider.
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import type { Application } from './application'
import type { SentPart, SentRequest } from './scripted-model'
import { openScriptedService } from './scripted-service'
import { selectService } from './settings-steps'

/** A received request, which waits for the test to answer. */
export interface ImageRequest {
  path: string
  body: SentRequest
  /** Ends the response with these parts. */
  answer(...parts: SentPart[]): void
  /** Ends the response without a picture. */
  answerWithoutImage(finishReason: string): void
  /** Rejects the prompt without an answer. */
  blockPrompt(blockReason: string): void
  /** Whether the application closed the connection before the response. */
  wasAborted(): boolean
}

/** An image model that answers with what the test provides. */
export interface ScriptedImageModel {
  /** All requests, in order of arrival. */
  requests: ImageRequest[]
  /** Resolves with the requests from index `first` on, once there are `count` of them. */
  wait(count: number, first?: number): Promise<ImageRequest[]>
  close(): void
}

/** Makes it the application's provider, and opens Images. */
export async function openScriptedImageModel(application: Application): Promise<ScriptedImageModel> {
  const service = await openScriptedService()
  const requests: ImageRequest[] = []
  service.answer = async (incoming, outgoing) => {
    const body: SentRequest = JSON.parse(await text(incoming))
    requests.push(toImageRequest(incoming.url ?? '', body, outgoing))
  }
  await selectService(application, { name: 'Scripted', url: service.url, key: 'key-of-the-scripted-service' })
  await application.page.getByRole('button', { name: 'Images', exact: true }).click()
  return {
    requests,
    wait: async (count, first = 0) => {
      await expect.poll(() => requests.length - first).toBe(count)
      return requests.slice(first)
    },
    close: service.close,
  }
}

function toImageRequest(path: string, body: SentRequest, outgoing: ServerResponse): ImageRequest {
  const send = (body: object) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify(body))
  }
  const end = (candidate: object) => send({ candidates: [candidate] })
  return {
    path,
    body,
    answer: (...parts) => end({ content: { role: 'model', parts }, finishReason: 'STOP' }),
    answerWithoutImage: (finishReason) => end({ content: { role: 'model', parts: [] }, finishReason }),
    blockPrompt: (blockReason) => send({ promptFeedback: { blockReason } }),
    wasAborted: () => outgoing.destroyed && !outgoing.writableFinished,
  }
}
