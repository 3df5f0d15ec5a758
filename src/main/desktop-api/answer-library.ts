// Answers what the page asks about the Library, and about the folder where its files lie.
import type { FileProgress } from '#shared/schemas/library'
import type { Workspace } from '#workspace/workspace'
import { createChosenPaths } from './chosen-paths'
import type { DesktopHost } from './desktop-host'
import { desktop } from './implement-contract'

export function answerLibrary({ collection, database }: Workspace, host: DesktopHost) {
  const { library } = desktop
  return library.router({
    list: library.list.handler(({ input }) => collection.list(input)),
    ids: library.ids.handler(({ input }) => collection.ids(input)),
    facets: library.facets.handler(() => collection.facets()),
    read: library.read.handler(({ input }) => collection.read(input)),
    making: library.making.handler(({ input }) => collection.making(input)),
    tag: library.tag.handler(({ input }) => collection.tag(input)),
    delete: library.delete.handler(({ input }) => collection.delete(input)),
    restore: library.restore.handler(({ input }) => collection.restore(input)),
    place: library.place.handler(({ input }) => collection.place(input)),
    trashed: library.trashed.handler(({ input }) => collection.trashed(input)),
    deleteMade: library.deleteMade.handler(({ input }) => collection.deleteMade(input)),
    previewEmptying: library.previewEmptying.handler(() => collection.previewEmptying()),
    emptyBin: library.emptyBin.handler(() => collection.emptyBin()),
    export: library.export.handler(async function* ({ input, signal }) {
      const { name, extension } = collection.suggestName(input)
      const path = await host.saveFile(`${name}.${extension}`, [extension])
      if (path === null) yield leftDialog
      else yield* collection.export({ ids: input.ids, path, signal })
    }),
    reconcile: library.reconcile.handler(() => collection.reconcile()),
    locate: library.locate.handler(async ({ input }) => {
      const path = await host.openFile([])
      if (path === null) return null
      return database.retryWhenWritable(() => collection.locate({ id: input.id, path }))
    }),
  })
}

const leftDialog: FileProgress = {
  files: 0,
  totalFiles: 0,
  bytes: 0,
  totalBytes: 0,
  done: { path: null },
}

export function answerMediaFolder({ media }: Workspace, host: DesktopHost) {
  const { mediaFolder } = desktop
  const chosen = createChosenPaths()
  return mediaFolder.router({
    read: mediaFolder.read.handler(() => media.measure()),
    reveal: mediaFolder.reveal.handler(() => host.revealFolder(media.folder().path)),
    choose: mediaFolder.choose.handler(async () => {
      const path = await host.openFolder()
      if (path === null) return null
      chosen.add(path)
      return { path }
    }),
    move: mediaFolder.move.handler(({ input, signal }) => {
      // Before the first progress: an error of a stream reaches the page without its message.
      chosen.require(input.path, 'path')
      return (async function* () {
        yield* media.moveTo(input.path, signal)
      })()
    }),
  })
}
