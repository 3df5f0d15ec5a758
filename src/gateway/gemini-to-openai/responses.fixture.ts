// Reads what clients of the Gemini API get from an OpenAI-compatible server.
import { readEvents } from '#shared/wire/read-events'
import type { TestResponse } from '../testing/test-gateway.fixture'

interface Part {
  readonly text?: string
  readonly thought?: boolean
  readonly inlineData?: { readonly mimeType: string; readonly data: string }
  readonly functionCall?: {
    readonly id: string
    readonly name: string
    readonly args: { readonly city: string }
  }
}

export interface Candidate {
  readonly content: { readonly parts: readonly Part[] }
  readonly finishReason?: string
}

/** The only candidate. */
export function candidateOf(document: unknown): Candidate {
  return (document as { candidates: Candidate[] }).candidates[0]!
}

/** The parts of a response, whole or an array of documents. */
export function partsOf(response: unknown): Part[] {
  return [response].flat().flatMap((document) => candidateOf(document).content.parts)
}

export function textOf(response: unknown, isThought = false): string {
  return partsOf(response)
    .map(({ text = '', thought = false }) => (thought === isThought ? text : ''))
    .join('')
}

export async function eventsOf({ text }: TestResponse): Promise<unknown[]> {
  const events: unknown[] = []
  async function* send() {
    yield Buffer.from(text)
  }
  for await (const event of readEvents(send())) events.push(JSON.parse(event))
  return events
}
