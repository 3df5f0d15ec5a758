// Takes pictures out of the application: onto the clipboard, into the file manager, out of the window by hand.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { constants, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { app, BrowserWindow, ClipboardItem, clipboard, nativeImage, shell } from 'electron'
import { ApiError } from '#shared/schemas/api-error'

/** Refused where the system's clipboard cannot be given this kind of picture. */
export async function copyPicture(bytes: Uint8Array): Promise<void> {
  const picture = nativeImage.createFromBuffer(Buffer.from(bytes))
  if (picture.isEmpty()) {
    const message = 'The clipboard takes PNG and JPEG pictures only. Save this one as a file instead.'
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', message)
  }
  // Older versions of Electron know no items, newer ones only these.
  if ('writeImage' in clipboard && typeof clipboard.writeImage === 'function') clipboard.writeImage(picture)
  else await clipboard.write([new ClipboardItem({ 'image/png': new Blob([picture.toPNG()]) })])
}

export function revealFile(path: string): void {
  shell.showItemInFolder(path)
}

const dragFolder = () => join(app.getPath('temp'), `gen-playground-${process.pid}`)
const iconSize = 64

/** What was dragged out has been copied by whoever took it. */
export function forgetDraggedFiles(): void {
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
  const picture = nativeImage.createFromPath(path)
  const icon = picture.isEmpty()
    ? nativeImage.createFromPath(join(__dirname, '../../resources/icon.png'))
    : picture
  page?.startDrag({ file, icon: icon.resize({ width: iconSize }) })
}
