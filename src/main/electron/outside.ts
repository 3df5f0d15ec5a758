// Passes files and links to other apps: the target of a drag, the browser.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { constants, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { app, nativeImage, shell, webContents } from 'electron'
import type { PageId } from '../page-mailboxes'
import { parseExternalUrl } from './app-urls'

const dragFolder = () => join(app.getPath('temp'), `gen-playground-${process.pid}`)

/** The targets of drags have already copied these files. */
export function removeDraggedCopies(): void {
  rmSync(dragFolder(), { recursive: true, force: true })
}

/** Drags a copy with a readable name instead of the stored file, which is named by its hash. */
export async function dragFile(page: PageId, path: string, name: string): Promise<void> {
  const folder = join(dragFolder(), randomUUID())
  const file = join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Not a link, because the target may change the file, and stored files must never change.
  await copyFile(path, file, constants.COPYFILE_FICLONE)
  // Not an image of the file, which would be decoded in main, outside of the sandbox.
  const icon = nativeImage.createFromPath(join(__dirname, '../../resources/icons/64x64.png'))
  webContents.fromId(page)?.startDrag({ file, icon })
}

/** Returns false unless the URL's scheme is `https`, `http` or `mailto`. */
export async function openLink(text: string): Promise<boolean> {
  const url = parseExternalUrl(text)
  if (!url) return false
  await shell.openExternal(url.href)
  return true
}
