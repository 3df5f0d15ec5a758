// Answers what the page asks about sets of texts and their embeddings.
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { labelsKind } from '#workspace/embeddings/files/labels'
import type { Workspace } from '#workspace/workspace'
import { writeWholeFile } from '../write-file'
import type { DesktopHost } from './desktop-host'
import { desktop } from './implement-contract'

export function answerEmbeddings({ embeddings, database }: Workspace, host: DesktopHost) {
  const answers = desktop.embeddings
  return answers.router({
    list: answers.list.handler(() => embeddings.list()),
    create: answers.create.handler(({ input }) => embeddings.create(input)),
    watch: answers.watch.handler(async function* ({ input, signal }) {
      yield* embeddings.watch(input, signal)
    }),
    rename: answers.rename.handler(({ input }) => embeddings.rename(input)),
    setSettings: answers.setSettings.handler(({ input }) => embeddings.setSettings(input)),
    setColumns: answers.setColumns.handler(({ input }) => embeddings.setColumns(input)),
    rows: answers.rows.handler(({ input }) => embeddings.rows(input)),
    insertRows: answers.insertRows.handler(({ input }) => embeddings.insertRows(input)),
    editRow: answers.editRow.handler(({ input }) => embeddings.editRow(input)),
    deleteRows: answers.deleteRows.handler(({ input }) => embeddings.deleteRows(input)),
    restoreRows: answers.restoreRows.handler(({ input }) => embeddings.restoreRows(input)),
    run: answers.run.handler(({ input }) => embeddings.run(input)),
    cancel: answers.cancel.handler(({ input }) => embeddings.cancel(input)),
    query: answers.query.handler(({ input, signal }) => embeddings.query(input, signal)),
    twin: answers.twin.handler(({ input }) => embeddings.twin(input)),
    delete: answers.delete.handler(({ input }) => embeddings.delete(input)),
    restore: answers.restore.handler(({ input }) => embeddings.restore(input)),
    export: answers.export.handler(({ input }) => exportSet(embeddings, host, input)),
    import: answers.import.handler(async () => {
      const path = await host.openFile(['csv', 'jsonl', 'npy'])
      return path === null ? null : database.retryWhenWritable(() => embeddings.import({ path }))
    }),
  })
}

type Embeddings = Workspace['embeddings']
type ExportInput = Omit<Parameters<Embeddings['write']>[0], 'fileName'>

async function exportSet(embeddings: Embeddings, host: DesktopHost, input: ExportInput) {
  const suggestedName = embeddings.suggestName(input)
  // What cannot be written is refused before anything is asked.
  embeddings.write({ ...input, fileName: suggestedName })
  const path = await host.saveFile(suggestedName, [input.format])
  if (path === null) return { path }
  const files = embeddings.write({ ...input, fileName: basename(path) })
  const targets = files.map((file) => ({ ...file, path: join(dirname(path), file.path) }))
  // The user was asked about the last one alone.
  for (const { path: beside } of targets.slice(0, -1)) await refuseForeign(beside)
  for (const { path: target, content } of targets) await writeWholeFile(target, content)
  return { path }
}

/** Only labels of an earlier export may be written over. */
async function refuseForeign(path: string): Promise<void> {
  const file = await open(path).catch(() => undefined)
  if (!file) return
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0)
    if (buffer.toString('utf8', 0, bytesRead).includes(`"${labelsKind}"`)) return
  } finally {
    await file.close()
  }
  const message = `${basename(path)}, which would hold the texts, is there already and is something else: choose another name.`
  throw new ApiError('FAILED_PRECONDITION', message)
}
