// Checks embedding sets over the desktop contract: events, export and import, and their vectors as bytes.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { EmbeddingEvent, EmbeddingSet, SetExportProgress } from '#shared/schemas/embedding-set'
import { readBlock } from '#shared/vectors/vector-block'
import { openVectorReader } from '#workspace/embeddings/vector-reader'
import { readVectors, requestPageVectors } from '../page-port.fixture'
import { type PagePort, streamVectors } from '../stream-vectors'
import type { Desktop } from './desktop.fixture'
import { openTemporaryDesktop } from './temporary-desktop.fixture'

const settings = { model: 'gen-embedding-001', taskType: null, outputDimensionality: 64 } as const

async function openWithSet(texts: readonly string[]) {
  const desktop = await openTemporaryDesktop()
  const { embeddings } = desktop.client
  const { id } = await embeddings.create({ name: 'Coasts', settings, columns: ['topic'] })
  const rows = texts.map((text) => ({ text, cells: ['sea'] }))
  await embeddings.insertRows({ id, rows })
  const reader = openVectorReader(desktop.folder)
  onTestFinished(reader.close)
  return { ...desktop, id, embeddings, answer: (port: PagePort) => streamVectors(port, reader) }
}

async function run({ client }: Pick<Desktop, 'client'>, id: string): Promise<EmbeddingEvent[]> {
  const events: EmbeddingEvent[] = []
  const watching = await client.embeddings.watch({ id })
  await client.embeddings.run({ id })
  for await (const event of watching) {
    events.push(event)
    if (!event.set.running && event.set.counts.done > 0) break
  }
  return events
}

type Exported = Parameters<Desktop['client']['embeddings']['export']>[0]

/** Resolves to the last report. */
async function exportSet({ client }: Pick<Desktop, 'client'>, exported: Exported) {
  let last: SetExportProgress | undefined
  for await (const progress of await client.embeddings.export(exported)) last = progress
  return last
}

/** Opens and imports what the dialog returns; null if it was canceled. */
async function importVectors({ client }: Pick<Desktop, 'client'>): Promise<EmbeddingSet | null> {
  const opened = await client.embeddings.openVectors()
  if (opened === null) return null
  for await (const { set } of await client.embeddings.import({ id: opened.id })) if (set) return set
  throw new Error('The import ended without a set.')
}

/** Cancels at the first report, which must be about a part of the work. */
async function cancelAtFirstShare(
  start: (options: { signal: AbortSignal }) => Promise<AsyncIterable<{ readonly share: number }>>,
): Promise<void> {
  const canceling = new AbortController()
  const shares: number[] = []
  const work = (async () => {
    for await (const { share } of await start({ signal: canceling.signal })) {
      shares.push(share)
      canceling.abort()
    }
  })()
  await work.catch(() => undefined)
  expect(shares.filter((share) => share > 0 && share < 1)).toHaveLength(1)
}

test('sends a snapshot and changes to a watcher, and the vectors as one block or an error', async () => {
  const desktop = await openWithSet(['A lighthouse', 'A harbour'])
  const [first, ...rest] = await run(desktop, desktop.id)
  expect(first).toMatchObject({
    set: { name: 'Coasts', columns: ['topic'], counts: { rows: 2, done: 0 } },
  })
  expect(rest.some(({ changed }) => changed.length > 0)).toBe(true)
  const request = { id: desktop.id, dimensions: 64 }
  const { byteLength, bytes } = await readVectors(desktop.answer, request)
  const { rowIds, values } = readBlock(bytes)
  expect([byteLength, [...rowIds], values.length]).toEqual([bytes.byteLength, [1, 2], 128])
  for (const [wrong, code] of [
    [{ id: 'set', dimensions: 64 }, 'NOT_FOUND'],
    [{ id: desktop.id, dimensions: 65 }, 'NOT_FOUND'],
    [{ id: desktop.id, dimensions: 0 }, 'INVALID_ARGUMENT'],
    [desktop.id, 'INVALID_ARGUMENT'],
  ]) {
    const page = requestPageVectors(desktop.answer, wrong)
    await page.waitForMessages(1)
    expect(page.messages).toEqual([{ type: 'failure', code, message: expect.stringMatching(/\w/) }])
    page.close()
  }
})

test('exports a set as an array with labels and imports it again, without overwriting foreign files', async () => {
  const { client, user, folder, id, embeddings } = await openWithSet(['A lighthouse', 'A harbour'])
  // Rejected before a dialog opens.
  await expect(exportSet({ client }, { id, format: 'npy' })).rejects.toThrow('Run it first')
  expect(user.suggested).toEqual([])
  await run({ client }, id)
  user.dialogResult = join(folder, 'coasts.npy')
  const labels = join(folder, 'coasts.json')
  writeFileSync(labels, '{"mine":true}')
  await expect(exportSet({ client }, { id, format: 'npy' })).rejects.toThrow('coasts.json')
  expect([existsSync(user.dialogResult), readFileSync(labels, 'utf8')]).toEqual([false, '{"mine":true}'])
  rmSync(labels)
  await exportSet({ client }, { id, format: 'npy' })
  await exportSet({ client }, { id, format: 'npy' })
  const set = await importVectors({ client })
  expect(set).toMatchObject({ name: 'Coasts', settings, counts: { rows: 2, done: 2 }, dimensions: [64] })
  expect((await embeddings.rows({ id: set?.id ?? '', offset: 0, limit: 10 })).rows[0]).toMatchObject({
    text: 'A lighthouse',
    cells: ['sea'],
  })
  expect(user.suggested).toEqual([...Array(3).fill('Coasts.npy (npy)'), 'open (npy,csv,tsv,jsonl,json,txt)'])
  user.dialogResult = null
  expect([await exportSet({ client }, { id, format: 'csv' }), await importVectors({ client })]).toEqual([
    { share: 1, done: { path: null } },
    null,
  ])
})

test('a long export reports its progress; canceled, it leaves no file and the labels of an earlier one', async () => {
  const { client, user, folder, id, embeddings } = await openWithSet(['A lighthouse'])
  await run({ client }, id)
  user.dialogResult = join(folder, 'coasts.npy')
  await exportSet({ client }, { id, format: 'npy' })
  const files = ['coasts.json', 'coasts.npy'].map((name) => join(folder, name))
  const before = files.map((file) => readFileSync(file, 'latin1'))
  const listed = readdirSync(folder).sort()
  const texts = Array.from({ length: 600 }, () => ({ text: 'A lighthouse', cells: [] }))
  await embeddings.insertRows({ id, rows: texts })
  await client.embeddings.run({ id })
  for await (const { set } of await embeddings.watch({ id }))
    if (!set.running && set.counts.done === 601) break
  await cancelAtFirstShare((options) => embeddings.export({ id, format: 'npy' }, options))
  await expect.poll(() => readdirSync(folder).sort()).toEqual(listed)
  expect(files.map((file) => readFileSync(file, 'latin1'))).toEqual(before)
  user.dialogResult = join(folder, 'all.csv')
  const done = await exportSet({ client }, { id, format: 'csv' })
  expect(done).toEqual({ share: 1, done: { path: user.dialogResult } })
  expect(readFileSync(user.dialogResult, 'utf8').trimEnd().split('\n')).toHaveLength(602)
})

test('dropped vectors are opened by their id and imported; texts, other files and unknown ids are not', async () => {
  const { user, folder, embeddings } = await openWithSet(['A lighthouse'])
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    user.dropped.set(name, [join(folder, name)])
    return { id: name }
  }
  const opened = await embeddings.openDropped(write('vectors.tsv', '1\t2\t3\n4\t5\t6\n'))
  expect(opened).toMatchObject({ files: ['vectors.tsv'], rows: 2 })
  const sets: (EmbeddingSet | undefined)[] = []
  for await (const { set } of await embeddings.import({ id: opened?.id ?? '' })) sets.push(set)
  expect(sets.at(-1)).toMatchObject({ name: 'vectors', counts: { rows: 2, done: 2 } })
  // A file beside it may be of other vectors: it can be declined, or replaced by another one.
  const labels = join(folder, 'mine.txt')
  writeFileSync(join(folder, 'labels.txt'), 'Not\nthese\n')
  writeFileSync(labels, 'A\nB\n')
  const found = await embeddings.openDropped(write('pairs.tsv', '1\t2\n3\t4\n'))
  const declined = await embeddings.changeLabels({ id: found?.id ?? '', labels: 'none' })
  user.dialogResult = labels
  const chosen = await embeddings.changeLabels({ id: declined?.id ?? '', labels: 'choose' })
  expect([found, declined, chosen].map((each) => each?.files.slice(1))).toEqual([
    ['labels.txt'],
    [],
    ['mine.txt'],
  ])
  const textsOf = async (id = '') => {
    for await (const { set } of await embeddings.import({ id }))
      if (set)
        return (await embeddings.rows({ id: set.id, offset: 0, limit: 9 })).rows.map(({ text }) => text)
    return []
  }
  expect([await textsOf(declined?.id), await textsOf(chosen?.id)]).toEqual([
    ['Vector 1', 'Vector 2'],
    ['A', 'B'],
  ])
  rmSync(join(folder, 'labels.txt'))
  expect(await embeddings.openDropped(write('texts.csv', 'text\nA\n'))).toBeNull()
  // Other kinds of files are not read.
  user.dropped.set('both', [join(folder, 'notes.pdf'), join(folder, 'vectors.tsv')])
  expect(await embeddings.openDropped({ id: 'both' })).toMatchObject({ files: ['vectors.tsv'] })
  expect(await embeddings.openDropped(write('secrets.env', '1\t2\t3\n'))).toBeNull()
  await expect(embeddings.openDropped({ id: 'unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
