// An image model whose every picture the test hands over itself, as the application's upstream.
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import type { SentPart, SentRequest } from './scripted-model'
import { openScriptedService } from './scripted-service'
import { chooseService } from './settings-steps'

/** One picture that is being asked for; it waits until the test has answered. */
export interface ImageRequest {
  path: string
  request: SentRequest
  /** Ends it with these parts. */
  answer(...parts: SentPart[]): void
  /** Ends it without a picture. */
  refuse(finishReason: string): void
  /** The application has closed the connection before there was an answer. */
  isCut(): boolean
}

/** An image model that draws what the test hands it. */
export interface ScriptedImageModel {
  /** All of them, in the order in which they came. */
  calls: ImageRequest[]
  /** Those from `first` on, once there are so many. */
  wait(count: number, first?: number): Promise<ImageRequest[]>
  close(): void
}

/** The application of this page draws with it from now on. */
export async function openScriptedImageModel(page: Page): Promise<ScriptedImageModel> {
  const service = await openScriptedService()
  const calls: ImageRequest[] = []
  service.answer = async (incoming, outgoing) => {
    const request: SentRequest = JSON.parse(await text(incoming))
    calls.push(toCall(incoming.url ?? '', request, outgoing))
  }
  await chooseService(page, { name: 'Studio', url: service.url, key: 'key-of-the-studio' })
  await page.getByRole('contentinfo').getByText('Studio').first().waitFor()
  await page.getByRole('button', { name: 'Images', exact: true }).click()
  return {
    calls,
    wait: async (count, first = 0) => {
      await expect.poll(() => calls.length - first).toBe(count)
      return calls.slice(first)
    },
    close: service.close,
  }
}

function toCall(path: string, request: SentRequest, outgoing: ServerResponse): ImageRequest {
  const end = (candidate: object) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify({ candidates: [candidate] }))
  }
  return {
    path,
    request,
    answer: (...parts) => end({ content: { role: 'model', parts }, finishReason: 'STOP' }),
    refuse: (finishReason) => end({ content: { role: 'model', parts: [] }, finishReason }),
    isCut: () => outgoing.destroyed && !outgoing.writableFinished,
  }
}
