// Provides files to the page as a user does: dropped, or pasted from the clipboard.
import type { Locator } from '@playwright/test'

export interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Drops all files together. */
export async function dropFiles(target: Locator, ...files: TestFile[]): Promise<void> {
  const encoded = files.map(
    ({ name, mimeType, buffer }) => [name, mimeType, buffer.toString('base64')] as const,
  )
  const dataTransfer = await target.page().evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const [name, type, base64] of all) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type }))
    }
    return transfer
  }, encoded)
  await target.dispatchEvent('drop', { dataTransfer })
}

/** Drops files that are on the disk, which unlike those of `dropFiles` have a path. */
export async function dropPaths(target: Locator, ...paths: string[]): Promise<void> {
  const input = await target.page().evaluateHandle(() => {
    const field = Object.assign(document.createElement('input'), { type: 'file', multiple: true })
    return document.body.appendChild(field)
  })
  await input.setInputFiles(paths)
  const dataTransfer = await input.evaluateHandle((field) => {
    const transfer = new DataTransfer()
    for (const file of field.files ?? []) transfer.items.add(file)
    field.remove()
    return transfer
  })
  await target.dispatchEvent('drop', { dataTransfer })
}

/** Pastes into a field. */
export async function pastePicture(field: Locator, png: Buffer): Promise<void> {
  await field.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const blob = new Blob([bytes], { type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
  }, png.toString('base64'))
  await field.press('ControlOrMeta+v')
}
