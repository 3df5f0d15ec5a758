// Opens and imports files with vectors that the user has chosen in a dialog or dropped on the page.
import { randomUUID } from 'node:crypto'
import { basename, extname } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { OpenedVectors, SetImportProgress, VectorChoice } from '#shared/schemas/embedding-set'
import { streamProgress } from '#workspace/concurrency/feed'
import type { Workspace } from '#workspace/workspace'
import type { DesktopHost } from './desktop-host'

const extensions = ['npy', 'csv', 'tsv', 'jsonl', 'json', 'txt']
/** The dialog does not offer archives, whose error says what to do. */
const droppedExtensions = [...extensions, 'npz', 'ndjson']
/** Files that were opened and not imported. */
const maxOpened = 8

interface OpenedFiles {
  readonly paths: readonly string[]
  readonly findsLabels: boolean
  /** The path of the file with the vectors. */
  readonly vectors: string | undefined
}

interface LabelsChange {
  readonly id: string
  readonly labels: 'none' | 'choose'
}

type Ports = Pick<Workspace, 'database' | 'embeddings'> & {
  readonly host: Pick<DesktopHost, 'openFiles' | 'consumeDropped'>
}

export function createVectorImports({ database, embeddings, host }: Ports) {
  /** By the ids that the page has: it may import only what the user has chosen or dropped. */
  const opened = new Map<string, OpenedFiles>()

  function remember(
    described: Omit<OpenedVectors, 'id'>,
    paths: readonly string[],
    findsLabels = true,
  ): OpenedVectors {
    const id = randomUUID()
    for (const oldest of [...opened.keys()].slice(0, -maxOpened)) opened.delete(oldest)
    const [vectors] = described.files
    opened.set(id, { paths, findsLabels, vectors: paths.find((path) => basename(path) === vectors) })
    return { id, ...described }
  }

  function find(id: string): OpenedFiles {
    const files = opened.get(id)
    if (!files) throw new ApiError('NOT_FOUND', 'Choose the files again, then import them.')
    return files
  }

  async function openFiles(paths: readonly string[], findsLabels = true): Promise<OpenedVectors> {
    return remember(await embeddings.inspect(paths, findsLabels), paths, findsLabels)
  }

  return {
    /** Null if the dialog was canceled. */
    async openVectors(): Promise<OpenedVectors | null> {
      const paths = await host.openFiles(extensions)
      return paths === null ? null : await openFiles(paths)
    },
    async changeLabels({ id, labels }: LabelsChange): Promise<OpenedVectors | null> {
      const { vectors = '' } = find(id)
      if (labels === 'none') return await openFiles([vectors], false)
      const chosen = await host.openFiles(extensions)
      return chosen === null ? null : await openFiles([vectors, ...chosen])
    },
    /** Null if the files have texts and no vectors. */
    async openDropped({ id }: { readonly id: string }): Promise<OpenedVectors | null> {
      const paths = host.consumeDropped(id)
      if (!paths) throw new ApiError('NOT_FOUND', 'Drop the files again.')
      const isReadable = (path: string) => droppedExtensions.includes(extname(path).slice(1).toLowerCase())
      const readable = paths.filter(isReadable)
      const described = readable.length > 0 ? await embeddings.inspectDropped(readable) : null
      return described && remember(described, readable)
    },
    /** Ends without `set` if it is aborted. */
    async *importVectors(
      { id, choice }: { readonly id: string; readonly choice?: VectorChoice | undefined },
      signal?: AbortSignal,
    ): AsyncGenerator<SetImportProgress> {
      const { paths, findsLabels } = find(id)
      yield* streamProgress<SetImportProgress>(
        async (context) => {
          const onProgress = (share: number) => context.report({ share })
          const { signal: canceled } = context
          try {
            const set = await database.retryWhenWritable(() =>
              embeddings.import({ paths, findsLabels, choice }, { signal: canceled, onProgress }),
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
