// Helpers for the Library's tests: images from a scripted gateway, stored in real files.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { expect } from 'vitest'
import type { Part } from '#shared/schemas/content'
import { type LibraryItem, LibraryQuery } from '#shared/schemas/library'
import type { Workspace } from '../workspace'
import { respondNext, type TestWorkspace, waitUntilIdle } from '../workspace.fixture'

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export function pictureOf(bytes: Buffer, mimeType = 'image/png'): Part {
  return { inlineData: { mimeType, data: bytes.toString('base64') } }
}

export const imageParameters = { model: 'gen-2.5-flash-image', aspectRatio: '1:1' }

interface Step {
  readonly prompt: string | readonly Part[]
  readonly answer: readonly Part[]
  readonly conversationId?: string
  readonly after?: string
}

/** Draws one step with one variation, and waits until it is complete. */
export async function draw(
  { app, gateway }: Pick<TestWorkspace, 'app' | 'gateway'>,
  { prompt, answer, conversationId, after }: Step,
): Promise<{ conversationId: string; turnId: string }> {
  const sent = app.images.draw({
    conversationId: conversationId ?? null,
    after: after ?? null,
    parts: typeof prompt === 'string' ? [{ text: prompt }] : prompt,
    parameters: imageParameters,
    variations: 1,
  })
  await respondNext(gateway, ...answer)
  await waitUntilIdle(app, sent.conversationId)
  return { conversationId: sent.conversationId, turnId: sent.turnIds[0] ?? '' }
}

/** Waits until the facts of all files are added. */
export async function listComplete(
  app: Workspace,
  query: Partial<LibraryQuery> = {},
): Promise<LibraryItem[]> {
  const read = () => list(app, query)
  await expect
    .poll(() => read().every(({ media, bytes, file }) => media === null || bytes !== null || file !== 'here'))
    .toBe(true)
  return read()
}

export function list(app: Workspace, query: Partial<LibraryQuery> = {}): LibraryItem[] {
  return app.library.list({ query: LibraryQuery.parse(query), offset: 0, limit: 500 }).items
}

export const titles = (items: readonly LibraryItem[]) => items.map(({ title }) => title)

/** Names of all files in a folder and its subfolders, incomplete ones included. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}
