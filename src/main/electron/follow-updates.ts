// Connects updates with the running application: its settings, its network, its work, and its end.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog } from 'electron'
import type { AppUpdater } from 'electron-updater'
import type { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor'
import { isSafeUpdateUrl } from '#shared/schemas/updates'
import type { Application } from '../application'
import { findPackageType } from '../build-info'
import type { DesktopHost } from '../desktop-api/desktop-host'
import { describeUpdateBlocker } from '../job-messages'
import type { Log } from '../log'
import { describeUpdateError, type UpdatePorts, Updates } from '../updates/updates'
import { stopSpellChecking } from './session-hardening'
import type { DesktopNetwork, LogIn } from './system-network'

/** Written by `npm run dist`: electron-updater's configuration, with the URL of the feed. */
const feedFile = () => join(process.resourcesPath, 'app-update.yml')

/** Connects updates with the settings, and with the work that must end before one is installed. */
export function followUpdates(
  { workspace, status }: Application,
  network: DesktopNetwork,
  ports: Pick<UpdatePorts, 'quit' | 'log'>,
): Updates {
  let abortRequest = () => {}
  const updates = new Updates({
    ...ports,
    hasFeed: () => existsSync(feedFile()),
    packageType: () => findPackageType(app.isPackaged),
    settings: () => workspace.settings.read().updates,
    openUpdater: async () => {
      const updater = await openUpdater(network)
      abortRequest = followRequests(updater)
      return updater
    },
    abortRequest: () => abortRequest(),
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

/** electron-updater, which downloads only on request, and never installs. */
async function openUpdater(network: DesktopNetwork) {
  const { autoUpdater } = await import('electron-updater')
  const { netSession } = autoUpdater
  stopSpellChecking(netSession)
  const logIn = await network.configureSession(netSession)
  // Electron's callback, which can also be called without credentials.
  autoUpdater.removeAllListeners().on('login', (info, answer) => logIn(info, answer as Parameters<LogIn>[1]))
  // Its promises reject, too.
  autoUpdater.on('error', () => {})
  // Otherwise only an AppImage could check, and only in the packaged application.
  autoUpdater.forceDevUpdateConfig = true
  autoUpdater.updateConfigPath = feedFile()
  autoUpdater.logger = null
  autoUpdater.autoDownload = false
  autoUpdater.autoInstallOnAppQuit = false
  autoUpdater.disableDifferentialDownload = true
  // A staged rollout would depend on the ID of the installation, which is not sent either.
  autoUpdater.isUserWithinRollout = () => true
  netSession.webRequest.onBeforeSendHeaders(({ requestHeaders }, answer) => {
    const headers = Object.entries(requestHeaders).filter(
      ([name]) => name.toLowerCase() !== 'x-user-staging-id',
    )
    answer({ requestHeaders: Object.fromEntries(headers) })
  })
  netSession.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isSafeUpdateUrl(url) }))
  return autoUpdater
}

/** Returns a function that aborts the updater's last request. */
function followRequests(updater: AppUpdater): () => void {
  // Its type doesn't have it.
  const { httpExecutor } = updater as unknown as { httpExecutor: ElectronHttpExecutor }
  // Not the one of an earlier call.
  const { createRequest }: ElectronHttpExecutor = Object.getPrototypeOf(httpExecutor)
  let last: Electron.ClientRequest | undefined
  httpExecutor.createRequest = (...input) => {
    last = createRequest.apply(httpExecutor, input)
    return last
  }
  return () => last?.abort()
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
export async function installUpdate(updates: Updates, log: Log['write']): Promise<void> {
  app.removeAllListeners('second-instance').removeAllListeners('activate')
  try {
    if (!(await updates.installRequested())) return
  } catch (error) {
    log('The update was not installed', error)
    dialog.showErrorBox('Couldn’t install the update', describeUpdateError(error))
  }
  const { APPIMAGE: execPath } = process.env
  app.relaunch({ args: process.argv.slice(1), ...(execPath ? { execPath } : {}) })
}
