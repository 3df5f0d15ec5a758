// Helpers for the Library's tests: images from a scripted service, stored in real files.
import { createHash } from 'node:crypto'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { expect } from 'vitest'
import type { Part } from '#shared/schemas/content'
import { type LibraryItem, LibraryQuery } from '#shared/schemas/library'
import type { Workspace } from '../workspace'
import {
  onDisk,
  openTestWorkspace,
  respondNext,
  type TestWorkspace,
  waitUntilIdle,
} from '../workspace.fixture'

/** A complete image of one color. */
export function makePng(width: number, height: number, shade = 0): Buffer {
  const png = new PNG({ width, height })
  png.data.fill(shade)
  return PNG.sync.write(png)
}

export const fox = makePng(64, 48, 10)
export const bear = makePng(64, 48, 20)

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export function pictureOf(bytes: Buffer, mimeType = 'image/png'): Part {
  return { inlineData: { mimeType, data: bytes.toString('base64') } }
}

export const imageParameters = { model: 'gen-2.5-flash-image', aspectRatio: '1:1' }

interface Step {
  readonly prompt: string | readonly Part[]
  /** The answer that it edits. */
  readonly after?: { readonly conversationId: string; readonly turnId: string }
}

/** Sends one step with one variation. */
export function startDrawing(
  { app }: Pick<TestWorkspace, 'app'>,
  { prompt, after }: Step = { prompt: 'A fox' },
): { conversationId: string; turnId: string } {
  const sent = app.images.draw({
    conversationId: after?.conversationId ?? null,
    after: after?.turnId ?? null,
    parts: typeof prompt === 'string' ? [{ text: prompt }] : prompt,
    parameters: imageParameters,
    variations: 1,
  })
  return { conversationId: sent.conversationId, turnId: sent.turnIds[0] ?? '' }
}

/** Draws one step with one variation, and waits until it is complete. */
export async function draw(
  workspace: Pick<TestWorkspace, 'app' | 'service'>,
  { answer, ...step }: Step & { readonly answer: readonly Part[] },
): Promise<{ conversationId: string; turnId: string }> {
  const sent = startDrawing(workspace, step)
  await respondNext(workspace.service, ...answer)
  await waitUntilIdle(workspace.app, sent.conversationId)
  return sent
}

/** Opens a workspace with a drawing of each image, whose prompt is the key. */
export async function openWithDrawings(pictures: Readonly<Record<string, Buffer>> = { 'A fox': fox }) {
  const workspace = await openTestWorkspace()
  const sessions: { conversationId: string; turnId: string }[] = []
  for (const [prompt, bytes] of Object.entries(pictures))
    sessions.push(await draw(workspace, { prompt, answer: [pictureOf(bytes)] }))
  const items = await listComplete(workspace.app)
  const images = items.filter(({ kind }) => kind === 'image')
  return { ...workspace, sessions, items, images, ids: idsOf(items) }
}

export const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

/** Replaces the media folder with a file, so that it is neither readable nor writable, even for root. */
export function blockMediaFolder(folder: string): () => void {
  const media = join(folder, 'media')
  renameSync(media, `${media} elsewhere`)
  writeFileSync(media, 'a file in the way')
  return () => {
    rmSync(media)
    renameSync(`${media} elsewhere`, media)
  }
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

/** An item with the fields that a test gives, and those of an image that is in no place of its own. */
export function makeItem(fields: Partial<LibraryItem>): LibraryItem {
  return {
    id: '',
    kind: 'image',
    title: '',
    model: null,
    createdAt: expect.any(Number),
    deletedAt: null,
    tags: [],
    starred: false,
    boards: [],
    isDemo: false,
    isSession: false,
    file: 'here',
    media: null,
    mimeType: null,
    bytes: null,
    width: null,
    height: null,
    seconds: null,
    conversationId: null,
    turnId: null,
    jobId: null,
    ...fields,
  }
}

/** Each value with its count: `image 2`. */
export function facets(app: Workspace, query: Partial<LibraryQuery> = {}) {
  const { kinds, models, tags, ...rest } = app.library.facets(LibraryQuery.parse(query))
  const describe = (values: readonly { value: string; count: number }[]) =>
    values.map(({ value, count }) => `${value} ${count}`)
  return { kinds: describe(kinds), models: describe(models), tags: describe(tags), ...rest }
}

export const titles = (items: readonly LibraryItem[]) => items.map(({ title }) => title)

export function countRows(folder: string, table: string): number {
  return (
    onDisk(folder, ({ get }) => get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`))?.rows ??
    Number.NaN
  )
}

/** Names of all files in a folder and its subfolders, incomplete ones included. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}
