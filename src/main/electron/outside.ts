// Hands files and links to other programs: the file manager, a drag out of the window, the browser.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { constants, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { app, BrowserWindow, nativeImage, shell } from 'electron'
import { parseExternalUrl } from './app-urls'

export function revealFile(path: string): void {
  shell.showItemInFolder(path)
}

const dragFolder = () => join(app.getPath('temp'), `gen-playground-${process.pid}`)
const iconSize = 64

/** What was dragged out has been copied by whoever took it. */
export function removeDraggedCopies(): void {
  rmSync(dragFolder(), { recursive: true, force: true })
}

/** What is dropped elsewhere bears a telling name, not the hash that it is kept under. */
export async function dragFile(path: string, name: string): Promise<void> {
  // Some window managers give the focus only after the drag.
  const page = (BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0])?.webContents
  const folder = join(dragFolder(), randomUUID())
  const file = join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Never a link: whoever takes it may write into it, and the kept bytes stay as they came.
  await copyFile(path, file, constants.COPYFILE_FICLONE)
  // Not the file's own picture: whatever it holds would be decoded in main, outside of the sandbox.
  const icon = nativeImage.createFromPath(join(__dirname, '../../resources/icon.png'))
  page?.startDrag({ file, icon: icon.resize({ width: iconSize }) })
}

/** False where the address is not one of `https`, `http`, `mailto`. */
export async function openLink(address: string): Promise<boolean> {
  const url = parseExternalUrl(address)
  if (!url) return false
  await shell.openExternal(url.href)
  return true
}
