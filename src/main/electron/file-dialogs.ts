// Lets the user choose files and folders in native dialogs.
import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { app, BrowserWindow, dialog, type FileFilter, type OpenDialogOptions } from 'electron'
import type { DesktopHost } from '../desktop-api/desktop-host'
import { toDialogLabel } from '../dialog-labels'

export type FileDialogs = Pick<DesktopHost, 'saveFile' | 'openFile' | 'openFiles' | 'openFolder'>

/** Each dialog starts in the folder of the last file that was written or read. */
export function createFileDialogs(): FileDialogs {
  let lastFolder: string | undefined
  const startFolder = () => lastFolder ?? app.getPath('documents')
  const remember = (path: string) => {
    lastFolder = dirname(path)
    return path
  }
  const open = async (extensions: readonly string[], properties: ('openFile' | 'multiSelections')[]) => {
    const paths = await choose({
      defaultPath: startFolder(),
      filters: [...toReadable(extensions), ...toFilters(extensions)],
      properties,
    })
    for (const path of paths.slice(0, 1)) remember(path)
    return paths.length === 0 ? null : paths
  }
  return {
    async saveFile(suggestedName, extensions) {
      const options = {
        defaultPath: join(startFolder(), suggestedName),
        filters: toFilters(extensions),
      }
      const window = BrowserWindow.getFocusedWindow()
      // The dialog confirms replacing a file.
      const { canceled, filePath } = await (window
        ? dialog.showSaveDialog(window, options)
        : dialog.showSaveDialog(options))
      return canceled || !filePath ? null : remember(withExtension(filePath, extensions))
    },
    openFile: async (extensions) => (await open(extensions, ['openFile']))?.[0] ?? null,
    openFiles: (extensions) => open(extensions, ['openFile', 'multiSelections']),
    async openFolder() {
      const properties = ['openDirectory' as const, 'createDirectory' as const]
      const [folder] = await choose({ defaultPath: startFolder(), properties })
      return folder ?? null
    },
  }
}

export async function chooseCertificates(): Promise<string | null> {
  const [path] = await choose({
    title: 'Extra certificates',
    buttonLabel: toDialogLabel('Use certificates'),
    // By default, newer versions of Electron start in the downloads folder.
    defaultPath: app.getPath('home'),
    properties: ['openFile', 'showHiddenFiles'],
    filters: [
      { name: 'Certificates', extensions: ['pem', 'crt', 'cer', 'cert', 'ca-bundle'] },
      { name: 'All files', extensions: ['*'] },
    ],
  })
  return path ?? null
}

/** Returns the chosen paths; none if the dialog was canceled. */
async function choose(options: OpenDialogOptions): Promise<string[]> {
  const window = BrowserWindow.getFocusedWindow()
  const { filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  return filePaths
}

const names: Readonly<Record<string, string>> = { json: 'JSON', md: 'Markdown', html: 'HTML' }

function toFilters(extensions: readonly string[]): FileFilter[] {
  const named = extensions.map((extension) => ({
    name: names[extension] ?? `.${extension}`,
    extensions: [extension],
  }))
  return [...named, { name: 'All files', extensions: ['*'] }]
}

/** If there are several types, the first filter shows all of them. */
function toReadable(extensions: readonly string[]): FileFilter[] {
  return extensions.length > 1 ? [{ name: 'All supported files', extensions: [...extensions] }] : []
}

/**
 * Linux dialogs do not add the extension, so they have not confirmed replacing a file with the full name: add a number to
 * it. A name with another extension stays unchanged.
 */
function withExtension(path: string, [extension]: readonly string[]): string {
  if (extname(path) !== '' || extension === undefined) return path
  let fullPath = `${path}.${extension}`
  for (let number = 2; existsSync(fullPath); number += 1) fullPath = `${path} (${number}).${extension}`
  return fullPath
}
