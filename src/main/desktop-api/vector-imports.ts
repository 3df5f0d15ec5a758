// Opens and imports files with vectors that the user has chosen in a dialog or dropped on the page.
import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { OpenedVectors, SetImportProgress, VectorChoice } from '#shared/schemas/embedding-set'
import { streamProgress } from '#workspace/concurrency/mailbox'
import type { Workspace } from '#workspace/workspace'
import type { DesktopHost } from './desktop-host'

const extensions = ['npy', 'csv', 'tsv', 'jsonl', 'json', 'txt']
/** The dialog does not offer archives, whose error says what to do. */
const droppedExtensions = [...extensions, 'npz', 'ndjson']
/** Files that were opened and not imported. */
const maxOpened = 8

type Ports = Pick<Workspace, 'database' | 'embeddings'> & {
  readonly host: Pick<DesktopHost, 'openFiles' | 'consumeDropped'>
}

export function createVectorImports({ database, embeddings, host }: Ports) {
  /** Paths by the ids that the page has: it may import only what the user has chosen or dropped. */
  const opened = new Map<string, readonly string[]>()

  function remember(paths: readonly string[], described: Omit<OpenedVectors, 'id'>): OpenedVectors {
    const id = randomUUID()
    for (const oldest of [...opened.keys()].slice(0, -maxOpened)) opened.delete(oldest)
    opened.set(id, paths)
    return { id, ...described }
  }

  return {
    /** Null if the dialog was canceled. */
    async openVectors(): Promise<OpenedVectors | null> {
      const paths = await host.openFiles(extensions)
      return paths === null ? null : remember(paths, await embeddings.inspect(paths))
    },
    /** Null if the files have texts and no vectors. */
    async openDropped({ id }: { readonly id: string }): Promise<OpenedVectors | null> {
      const paths = host.consumeDropped(id)
      if (!paths) throw new ApiError('NOT_FOUND', 'Drop the files again.')
      const isReadable = (path: string) => droppedExtensions.includes(extname(path).slice(1).toLowerCase())
      const readable = paths.filter(isReadable)
      const described = readable.length > 0 ? await embeddings.inspectDropped(readable) : null
      return described && remember(readable, described)
    },
    /** Ends without `set` if it is aborted. */
    async *importVectors(
      { id, choice }: { readonly id: string; readonly choice?: VectorChoice | undefined },
      signal?: AbortSignal,
    ): AsyncGenerator<SetImportProgress> {
      const paths = opened.get(id)
      if (!paths) throw new ApiError('NOT_FOUND', 'Choose the files again, then import them.')
      yield* streamProgress<SetImportProgress>(
        async (context) => {
          const onProgress = (share: number) => context.report({ share })
          const { signal: canceled } = context
          try {
            const set = await database.retryWhenWritable(() =>
              embeddings.import({ paths, choice }, { signal: canceled, onProgress }),
            )
            context.report({ share: 1, set })
          } catch (error) {
            if (!canceled.aborted) throw error
          }
        },
        [signal],
      )
    },
  }
}
