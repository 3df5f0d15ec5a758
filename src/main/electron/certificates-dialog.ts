// Lets the user choose a file of certificates in the desktop's own dialog.
import { app, BrowserWindow, dialog, type OpenDialogOptions } from 'electron'

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
