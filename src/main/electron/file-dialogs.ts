// Lets the user choose files and folders in the desktop's own dialogs.
import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { app, BrowserWindow, dialog, type FileFilter, type OpenDialogOptions } from 'electron'

/** Where the last file was written or read; the next dialog begins there. */
let lastFolder: string | undefined

/** The path; null where the dialog was left. Asks by itself before a file is replaced. */
export async function saveFile(suggestedName: string, extensions: readonly string[]): Promise<string | null> {
  const options = {
    defaultPath: join(lastFolder ?? app.getPath('documents'), suggestedName),
    filters: toFilters(extensions),
  }
  const window = BrowserWindow.getFocusedWindow()
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options))
  return canceled || !filePath ? null : remember(withExtension(filePath, extensions))
}

export async function openFile(extensions: readonly string[]): Promise<string | null> {
  const options = {
    defaultPath: lastFolder ?? app.getPath('documents'),
    filters: [...toReadable(extensions), ...toFilters(extensions)],
    properties: ['openFile' as const],
  }
  const window = BrowserWindow.getFocusedWindow()
  const { filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  return filePaths[0] === undefined ? null : remember(filePaths[0])
}

export async function openFolder(): Promise<string | null> {
  const options = {
    defaultPath: lastFolder ?? app.getPath('documents'),
    properties: ['openDirectory' as const, 'createDirectory' as const],
  }
  const window = BrowserWindow.getFocusedWindow()
  const { filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  return filePaths[0] ?? null
}

const names: Readonly<Record<string, string>> = { json: 'JSON', md: 'Markdown', html: 'HTML' }

function toFilters(extensions: readonly string[]): FileFilter[] {
  const named = extensions.map((extension) => ({
    name: names[extension] ?? `.${extension}`,
    extensions: [extension],
  }))
  return [...named, { name: 'All files', extensions: ['*'] }]
}

/** Several kinds are shown together at first. */
function toReadable(extensions: readonly string[]): FileFilter[] {
  return extensions.length > 1 ? [{ name: 'All that can be read', extensions: [...extensions] }] : []
}

/**
 * Dialogs of Linux do not add it, and so have not asked whether a file of the whole name may be replaced: it gets a
 * number. Nothing is added to a name that has one of its own.
 */
function withExtension(path: string, [extension]: readonly string[]): string {
  if (extname(path) !== '' || extension === undefined) return path
  let whole = `${path}.${extension}`
  for (let number = 2; existsSync(whole); number += 1) whole = `${path} (${number}).${extension}`
  return whole
}

function remember(path: string): string {
  lastFolder = dirname(path)
  return path
}

const options: OpenDialogOptions = {
  title: 'Extra certificates',
  buttonLabel: 'Use these certificates',
  properties: ['openFile', 'showHiddenFiles'],
  filters: [
    { name: 'Certificates', extensions: ['pem', 'crt', 'cer', 'cert', 'ca-bundle'] },
    { name: 'All files', extensions: ['*'] },
  ],
}

/** The path of the file; null where the dialog was left. */
export async function chooseCertificates(): Promise<string | null> {
  // Without a place to begin, newer versions of Electron begin at the downloads.
  const whole = { ...options, defaultPath: app.getPath('home') }
  const window = BrowserWindow.getFocusedWindow()
  const { filePaths } = await (window ? dialog.showOpenDialog(window, whole) : dialog.showOpenDialog(whole))
  return filePaths[0] ?? null
}
