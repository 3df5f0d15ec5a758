// Embedding sets of a test workspace, and what they contain.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  EmbeddingFormat,
  EmbeddingRow,
  EmbeddingSet,
  EmbeddingSettings,
} from '#shared/schemas/embedding-set'
import type { SettingsPatch } from '#shared/schemas/settings'
import { OpenAiProfile } from '#shared/schemas/upstream'
import { readBlock } from '#shared/vectors/vector-block'
import type { PendingRequest } from '../scripted-service.fixture'
import { openTestWorkspace, type TestWorkspace } from '../workspace.fixture'
import type { VectorAs } from './files/write-set'
import { openVectorReader } from './vector-reader'

/** The text of a request that is not a batch. */
export function textOf({ body }: PendingRequest): string {
  return body.content.parts[0]?.text ?? ''
}

export const settings: EmbeddingSettings = {
  model: 'gen-embedding-001',
  taskType: null,
  outputDimensionality: null,
}

/** Selects the vendor; the tests need no key. */
export const vendor: SettingsPatch = { upstream: { kind: 'vendor' } }

/** Selects an OpenAI-compatible server. */
export const serverSettings: SettingsPatch = {
  openAiProfiles: [
    OpenAiProfile.parse({ id: 'openai-a', name: 'Mine', baseUrl: 'http://one.example/v1', server: 'other' }),
  ],
  upstream: { kind: 'openai', profile: 'openai-a' },
}

/** Creates a set with a row for each of these texts. */
export async function makeSet(
  { app }: Pick<TestWorkspace, 'app'>,
  texts: readonly string[],
  overrides: Partial<EmbeddingSettings> = {},
): Promise<string> {
  const { id } = app.embeddings.create({
    name: 'Texts',
    settings: { ...settings, ...overrides },
    columns: [],
  })
  await addTexts({ app }, id, texts)
  return id
}

/** Opens a workspace with a set of these texts. */
export async function openSet(
  texts: readonly string[],
  overrides: Partial<EmbeddingSettings> = {},
  options: Parameters<typeof openTestWorkspace>[0] = {},
) {
  const workspace = await openTestWorkspace(options)
  return { ...workspace, id: await makeSet(workspace, texts, overrides) }
}

export async function addTexts(
  { app }: Pick<TestWorkspace, 'app'>,
  id: string,
  texts: readonly string[],
): Promise<number[]> {
  const rows = texts.map((text) => ({ text, title: null, cells: [] }))
  return rows.length === 0 ? [] : (await app.embeddings.insertRows({ id, rows })).ids
}

export function readRows({ app }: Pick<TestWorkspace, 'app'>, id: string): EmbeddingRow[] {
  return app.embeddings.rows({ id, offset: 0, limit: 1000 }).rows
}

/** Returns `text state`, `cached` and the error of each row, in the order of the set. */
export function describeRows(workspace: Pick<TestWorkspace, 'app'>, id: string): string[] {
  return readRows(workspace, id).map(({ text, state, cached, error }) =>
    [text, state, ...(cached ? ['cached'] : []), ...(error === null ? [] : [error])].join(' '),
  )
}

export async function waitUntilSet(
  { app }: Pick<TestWorkspace, 'app'>,
  id: string,
  isReached: (set: EmbeddingSet) => boolean,
): Promise<EmbeddingSet> {
  for await (const { set } of app.embeddings.watch({ id })) if (isReached(set)) return set
  throw new Error('The watching has ended.')
}

export function untilIdle(workspace: Pick<TestWorkspace, 'app'>, id: string): Promise<EmbeddingSet> {
  return waitUntilSet(workspace, id, ({ running }) => !running)
}

/** Runs the set, and resolves once the run has ended. */
export async function runSet(
  { app }: Pick<TestWorkspace, 'app'>,
  id: string,
  options: { rowIds?: number[]; force?: boolean } = {},
): Promise<EmbeddingSet> {
  await app.embeddings.run({ id, ...options })
  return await untilIdle({ app }, id)
}

/** Exports the set to its folder, and returns the path of its first file. */
export async function exportSet(
  { app, folder }: TestWorkspace,
  id: string,
  [format, vectorAs = 'json']: [EmbeddingFormat, VectorAs?],
): Promise<string> {
  const fileName = app.embeddings.suggestName({ id, format })
  for (const { path, content } of app.embeddings.write({ id, format, vectorAs, fileName })) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(Buffer.from(chunk))
    writeFileSync(join(folder, path), Buffer.concat(chunks))
  }
  return join(folder, fileName)
}

/** The numbers of all vectors, in the order of the rows. */
export async function readNumbers(
  workspace: Pick<TestWorkspace, 'folder'>,
  id: string,
  dimensions: number,
): Promise<number[]> {
  return [...readBlock(await readVectors(workspace, id, dimensions)).values]
}

export async function readVectors(
  { folder }: Pick<TestWorkspace, 'folder'>,
  id: string,
  dimensions: number,
): Promise<ArrayBuffer> {
  const reader = openVectorReader(folder)
  const { chunks, byteLength } = await reader.read({ id, dimensions })
  const bytes = new Uint8Array(byteLength)
  let at = 0
  for await (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  reader.close()
  return bytes.buffer
}
