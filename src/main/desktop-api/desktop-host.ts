// The dependencies of the desktop contract that only Electron can provide.
import type { Incident } from '#shared/schemas/application-status'

/** What only the desktop itself can do: dialogs, links, the system's network settings. */
export interface DesktopHost {
  /** Faults of the application that no page has shown yet, then each new one. */
  readonly watchIncidents: (signal?: AbortSignal) => AsyncIterable<Incident>
  readonly openLog: () => Promise<void>
  /** False if the URL is not one that may be opened. */
  readonly openLink: (address: string) => Promise<boolean>
  readonly revealFolder: (folder: string) => Promise<void>
  /** The chosen path; null if the dialog was canceled. */
  readonly chooseCertificates: () => Promise<string | null>
  /** Where to write a file; extensions without their dot. Null if the dialog was canceled. */
  readonly saveFile: (suggestedName: string, extensions: readonly string[]) => Promise<string | null>
  /** A file to read. */
  readonly openFile: (extensions: readonly string[]) => Promise<string | null>
  readonly openFolder: () => Promise<string | null>
  /** In the file manager. */
  readonly revealFile: (path: string) => void
  /** Out of the window, under this name. */
  readonly dragFile: (path: string, name: string) => Promise<void>
  /** In the words of a PAC file. */
  readonly resolveProxy: (url: string) => Promise<string>
}
