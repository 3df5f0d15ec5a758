// The dependencies of the desktop contract that only Electron can provide.
import type { CommandId, MainCommand } from '#shared/commands/commands'
import type { OpenItem, WindowEvent } from '#shared/desktop/windows-contract'
import type { Incident } from '#shared/schemas/application-status'
import type { BuildInfo } from '#shared/schemas/updates'
import type { Backups } from '../backup-schedule'
import type { CallDataThread } from '../database-thread'
import type { PageId } from '../page-mailboxes'
import type { Functions } from './bind'

/** Functions of the desktop: dialogs, links, the system's network settings. */
export interface DesktopHost {
  /** Errors that no page has shown yet, then each new one. */
  readonly watchIncidents: (page: PageId, signal?: AbortSignal) => AsyncIterable<Incident>
  readonly openLogFolder: () => Promise<void>
  readonly menu: {
    /** The states of the commands in the page's window. */
    readonly report: (
      page: PageId,
      states: Partial<Record<CommandId, { readonly enabled: boolean; readonly checked: boolean }>>,
    ) => void
    readonly run: (command: MainCommand, page: PageId) => void
  }
  readonly windows: {
    readonly watch: (page: PageId, signal?: AbortSignal) => AsyncIterable<WindowEvent>
    readonly show: (item: OpenItem) => void
    readonly showInMain: (item: OpenItem) => void
    readonly openChat: (conversationId: string) => void
  }
  /** Paths of exports that the user has opened with the application. */
  readonly watchOpenedFiles: (page: PageId, signal?: AbortSignal) => AsyncIterable<string>
  /** Whether the desktop shows icons in a tray. */
  readonly hasTray: () => Promise<boolean>
  /** Quits, and starts again in this mode. */
  readonly restartAs: (mode: 'normal' | 'repair') => void
  /** Resolves to false if the URL may not be opened. */
  readonly openLink: (url: string) => Promise<boolean>
  readonly revealFolder: (folder: string) => Promise<void>
  /** The chosen path; null if the dialog was canceled. */
  readonly chooseCertificates: () => Promise<string | null>
  /** The path to write to; null if the dialog was canceled. `extensions` have no dot. */
  readonly saveFile: (suggestedName: string, extensions: readonly string[]) => Promise<string | null>
  /** The path to read from; null if the dialog was canceled. */
  readonly openFile: (extensions: readonly string[]) => Promise<string | null>
  /** Like `openFile`, for one or several files. */
  readonly openFiles: (extensions: readonly string[]) => Promise<readonly string[] | null>
  /** Paths of files that were dropped on the page, by the id that it has for them; undefined if they are not known. */
  readonly consumeDropped: (id: string) => readonly string[] | undefined
  readonly openFolder: () => Promise<string | null>
  /** Shows the file in the file manager. */
  readonly revealFile: (path: string) => void
  /** Starts dragging a copy with this name out of the page's window. */
  readonly dragFile: (page: PageId, path: string, name: string) => Promise<void>
  /** The URLs at which local servers are looked for; by default, those with their usual ports. */
  readonly localServers?: string | undefined
  /** In PAC syntax. */
  readonly resolveProxy: (url: string) => Promise<string>
  readonly build: () => BuildInfo
  /** Exports, imports, and measures the data in a thread of its own. */
  readonly callDataThread: CallDataThread
  readonly backups: Pick<Backups, 'last' | 'run' | 'cancel'>
  readonly updates: Functions['updates']
  readonly spelling: Functions['spelling']
}
