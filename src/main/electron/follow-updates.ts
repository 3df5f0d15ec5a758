// Connects updates with the running application: its settings, its work, and its end.
import { join } from 'node:path'
import { app } from 'electron'
import type { Application } from '../application'
import { findPackageType, version } from '../build-info'
import type { DesktopHost } from '../desktop-api/desktop-host'
import { describeUpdateBlocker } from '../job-messages'
import { type UpdatePorts, Updates } from '../updates/updates'

/** Connects updates with the settings, and with the work that must end before one is installed. */
export function followUpdates(
  application: Application,
  ports: Pick<UpdatePorts, 'openRequests' | 'quit' | 'log'>,
): Updates {
  const { workspace, status } = application
  const updates = new Updates({
    ...ports,
    version,
    folder: join(status().dataFolder, 'updates'),
    packageType: () => findPackageType(app.isPackaged),
    settings: () => workspace.settings.read().updates,
    findBlocker: () =>
      describeUpdateBlocker({
        status: status(),
        recordings: workspace.recordings.countOpen(),
        transfers: workspace.transfers.count(),
        pending: workspace.saves.list().pending,
      }),
    onChange: () => workspace.changes.emit('updates'),
  })
  workspace.changes.subscribe((topic) => {
    if (topic === 'settings') updates.follow()
  })
  return updates
}

/** The procedures of the page for updates. */
export function bindUpdates(updates: Updates): DesktopHost['updates'] {
  return {
    read: () => updates.read(),
    check: () => updates.check(),
    download: () => updates.download(),
    cancelDownload: () => updates.cancelDownload(),
    install: () => updates.install(),
  }
}

/** Starting the application again is ignored meanwhile: its files are being replaced, then it opens again. */
export async function installUpdate(updates: Updates): Promise<void> {
  app.removeAllListeners('second-instance').removeAllListeners('activate')
  if (!(await updates.installRequested())) return
  const { APPIMAGE: execPath } = process.env
  app.relaunch({ args: process.argv.slice(1), ...(execPath ? { execPath } : {}) })
}
