// Implements the desktop contract. Most procedures are methods of the workspace.
import { readFile } from 'node:fs/promises'
import { describeCertificates } from '#gateway/outbound/certificates'
import { type CertificatesFile, contract } from '#shared/desktop/contract'
import { ApiError } from '#shared/schemas/api-error'
import type { FileProgress } from '#shared/schemas/library'
import { hasC2pa } from '#workspace/media/image-metadata/content-credentials'
import { measureImage } from '#workspace/media/measure-media'
import type { Workspace } from '#workspace/workspace'
import type { Application } from '../application'
import { openMedia } from '../open-media'
import { bindContract, type DesktopRouter, type Functions } from './bind'
import { createChatImports } from './chat-imports'
import { createDataProcedures } from './data-procedures'
import type { DesktopHost } from './desktop-host'
import { createExchangeProcedures } from './exchange-procedures'
import { createModelProcedures } from './model-procedures'
import { createReferenceProcedures } from './reference-procedures'
import { createFileProcedures } from './user-files'
import { createVectorImports } from './vector-imports'

export function createDesktopRouter(application: Application, givenHost: DesktopHost): DesktopRouter {
  const { workspace, keys, retryPort, status, isWelcomeDue } = application
  const savedPaths = createAllowedPaths()
  const backupFolders = createAllowedPaths()
  const host: DesktopHost = {
    ...givenHost,
    saveFile: async (...request) => {
      const path = await givenHost.saveFile(...request)
      return path === null ? null : savedPaths.add(path)
    },
    openFolder: async () => {
      const path = await givenHost.openFolder()
      return path === null ? null : savedPaths.add(path)
    },
  }
  const files = createFileProcedures(workspace, host)
  const functions: Omit<Functions, 'streams'> = {
    application: {
      status,
      build: host.build,
      welcome: () => ({ isDue: isWelcomeDue() }),
      changes: (_, signal) => workspace.changes.watch(signal),
      openLink: async ({ url }) => ({ opened: await host.openLink(url) }),
      incidents: (_, signal, page) => host.watchIncidents(page, signal),
      openLogFolder: () => host.openLogFolder(),
      quitSafeMode: () => host.restartAs('normal'),
      openRepair: () => host.restartAs('repair'),
      revealDataFolder: () => host.revealFolder(status().dataFolder),
      revealSaved: ({ path }) => {
        savedPaths.require(path, 'path')
        host.revealFile(path)
      },
      saveText: files.saveText,
      reportCommands: (states, _, page) => host.menu.report(page, states),
      tray: async () => ({ isAvailable: await host.hasTray() }),
      runCommand: ({ command }, _, page) => host.menu.run(command, page),
    },
    windows: {
      events: (_, signal, page) => host.windows.watch(page, signal),
      show: host.windows.show,
      showInMain: host.windows.showInMain,
      openChat({ conversationId }) {
        if (!workspace.conversations.exists(conversationId))
          throw new ApiError('NOT_FOUND', 'This chat was deleted.')
        host.windows.openChat(conversationId)
      },
    },
    data: createDataProcedures({ application, host, backupFolders }),
    updates: host.updates,
    spelling: host.spelling,
    ...createNetworkProcedures(workspace, host, backupFolders),
    keys: {
      status: ({ slot }) => keys.status(slot),
      set: ({ slot, key }) => keys.set(slot, key),
      clear: ({ slot }) => keys.clear(slot),
      reload: () => keys.reload(),
    },
    localKey: { read: keys.local, rotate: keys.rotateLocal },
    namedKeys: keys.named,
    gateway: { retryPort },
    ...createModelProcedures(application, host),
    ...createContentProcedures(workspace, host),
    ...createJobProcedures(workspace, host),
    saves: { list: workspace.saves.list, retry: workspace.saves.retryNow },
    forms: workspace.forms,
    drafts: workspace.drafts,
    presets: {
      ...workspace.presets,
      export: (input) => files.saveText(workspace.presets.toFile(input)),
      import: () => files.openText(workspace.presets.importFile),
    },
    templates: {
      ...workspace.templates,
      export: (input) => files.saveText(workspace.templates.toFile(input)),
      import: () => files.openText(workspace.templates.importFile),
    },
    schemas: workspace.schemas,
    reference: createReferenceProcedures(application),
    exchanges: createExchangeProcedures(application, host),
    usage: {
      read: workspace.exchanges.usage,
      export: async (query) => {
        const { toUsageCsv } = await import('#workspace/exchange-log/usage')
        const rows = await workspace.exchanges.usage(query)
        const text = await toUsageCsv(rows, workspace.settings.read().prices.currency)
        return await files.saveText({ suggestedName: 'usage.csv', text })
      },
      budget: workspace.exchanges.budget,
    },
  }
  // Retries keep the user's action if another process has locked the database.
  return bindContract(contract, functions, workspace.database.retryWhenWritable)
}

type ContentArea = 'conversations' | 'imports' | 'folders' | 'chat' | 'images' | 'library' | 'mediaFolder'

function createContentProcedures(workspace: Workspace, host: DesktopHost): Pick<Functions, ContentArea> {
  const { library, exports, reads } = workspace
  const files = createFileProcedures(workspace, host)
  return {
    conversations: {
      ...workspace.conversations,
      list: workspace.conversations.listPage,
      search: reads.searchConversations,
      export: files.exportConversation,
      importText: ({ text }) => exports.import(text),
    },
    imports: createChatImports(workspace, host),
    folders: workspace.folders,
    chat: workspace.chat,
    images: {
      ...workspace.images,
      readGenerationMetadata: library.readMetadataOfFile,
      readProvenance: async ({ media }) => {
        const bytes = await readFile((await openMedia(workspace, media)).path)
        const { width = null, height = null } = measureImage(bytes) ?? {}
        return { hasC2pa: hasC2pa(bytes), width, height }
      },
      reveal: async ({ media }) => host.revealFile((await openMedia(workspace, media)).path),
      drag: files.dragImage,
      saveAs: files.saveImage,
    },
    library: {
      ...library,
      list: reads.libraryItems,
      ids: reads.libraryIds,
      shape: reads.libraryShape,
      facets: reads.libraryFacets,
      async *export({ ids }, signal) {
        const { name, extension } = await library.suggestName({ ids })
        const path = await host.saveFile(`${name}.${extension}`, [extension])
        if (path === null) yield canceledExport
        else yield* library.export({ ids, path, signal })
      },
      locate: ({ id }) =>
        files.open([], (path) => workspace.database.retryWhenWritable(() => library.locate({ id, path }))),
    },
    mediaFolder: createMediaFolderProcedures(workspace, host),
  }
}

const canceledExport: FileProgress = {
  files: 0,
  totalFiles: 0,
  bytes: 0,
  totalBytes: 0,
  done: { path: null },
}

type JobArea = 'videos' | 'damagedJobs' | 'transcriptions' | 'loudness' | 'recordings' | 'embeddings'

function createJobProcedures(workspace: Workspace, host: DesktopHost): Pick<Functions, JobArea> {
  const { database, embeddings, loudness, recordings, transcriptions, videos } = workspace
  const files = createFileProcedures(workspace, host)
  const vectors = createVectorImports({ database, embeddings, host })
  return {
    videos: { ...videos, watch: (_, signal) => videos.watch(signal) },
    damagedJobs: {
      ...workspace.damagedJobs,
      export: (input) => files.saveText(workspace.damagedJobs.toFile(input)),
    },
    transcriptions: {
      ...transcriptions,
      watch: (_, signal) => transcriptions.watch(signal),
      export: files.exportTranscript,
      exportAll: files.exportTranscripts,
    },
    loudness: {
      requests: (_, signal) => loudness.requests(signal),
      fail: ({ media, reason }) => loudness.fail(media, reason),
    },
    recordings: {
      start: recordings.start,
      finish: ({ id }) => recordings.finish(id),
      discard: ({ id }) => recordings.discard(id),
      orphaned: async () => [...(await recordings.orphaned())],
    },
    embeddings: {
      ...embeddings,
      // A set that does not exist fails the stream, not the call.
      async *watch(input, signal) {
        yield* embeddings.watch(input, signal)
      },
      // The dialog opens once the page reads the progress.
      export: files.exportSet,
      openVectors: vectors.openVectors,
      openDropped: vectors.openDropped,
      changeLabels: vectors.changeLabels,
      import: vectors.importVectors,
    },
  }
}

function createNetworkProcedures(
  { settings }: Workspace,
  host: DesktopHost,
  backupFolders: AllowedPaths,
): Pick<Functions, 'settings' | 'network'> {
  const allowedPaths = createAllowedPaths()
  /** The page may only pass no file, the file in use, or one that the user has chosen. */
  const checkFile = (file: string, param: string) => {
    if (file !== '' && file !== settings.read().network.certificatesFile) allowedPaths.require(file, param)
  }
  return {
    settings: {
      read: settings.read,
      update: (input) => {
        if (input.network) checkFile(input.network.certificatesFile, 'network.certificatesFile')
        const backupFolder = input.backup?.folder ?? null
        if (backupFolder !== null && backupFolder !== settings.read().backup.folder)
          backupFolders.require(backupFolder, 'backup.folder')
        return settings.update(input)
      },
    },
    network: {
      chooseCertificates: async () => {
        const file = await host.chooseCertificates()
        return file === null ? null : readCertificates(allowedPaths.add(file))
      },
      readCertificates: ({ file }) => {
        checkFile(file, 'file')
        return readCertificates(file)
      },
      systemProxy: async ({ url }) => ({ proxy: await host.resolveProxy(parseUrl(url)) }),
    },
  }
}

function createMediaFolderProcedures({ media }: Workspace, host: DesktopHost): Functions['mediaFolder'] {
  const allowedPaths = createAllowedPaths()
  return {
    read: media.measure,
    reveal: () => host.revealFolder(media.folder().path),
    choose: async () => {
      const path = await host.openFolder()
      return path === null ? null : { path: allowedPaths.add(path) }
    },
    move: ({ path }, signal) => {
      if (path !== media.defaultPath) allowedPaths.require(path, 'path')
      return media.moveTo(path, signal)
    },
  }
}

type AllowedPaths = ReturnType<typeof createAllowedPaths>

/** Paths that the user has chosen or opened. The page may pass no others. */
function createAllowedPaths() {
  const allowedPaths = new Set<string>()
  return {
    add(path: string): string {
      allowedPaths.add(path)
      return path
    },
    /** Throws INVALID_ARGUMENT for any other path. */
    require(path: string, param: string): void {
      if (allowedPaths.has(path)) return
      throw new ApiError('INVALID_ARGUMENT', `${param}: must be chosen in the dialog`, { param })
    },
  }
}

function readCertificates(file: string): CertificatesFile {
  return { file, certificates: describeCertificates(file) }
}

function parseUrl(url: string): string {
  try {
    return new URL(url).href
  } catch {
    throw new ApiError('INVALID_ARGUMENT', 'url: must be a valid URL', { param: 'url' })
  }
}
