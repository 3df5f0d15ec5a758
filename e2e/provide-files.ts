// Gives files to the page as a hand does: dropped onto a place, pasted from the clipboard.
import type { Locator } from '@playwright/test'

export interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** All of them at once. */
export async function dropFiles(place: Locator, ...files: TestFile[]): Promise<void> {
  const given = files.map(
    ({ name, mimeType, buffer }) => [name, mimeType, buffer.toString('base64')] as const,
  )
  const dataTransfer = await place.page().evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const [name, type, base64] of all) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type }))
    }
    return transfer
  }, given)
  await place.dispatchEvent('drop', { dataTransfer })
}

/** Into a field. */
export async function pastePicture(field: Locator, png: Buffer): Promise<void> {
  await field.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const blob = new Blob([bytes], { type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
  }, png.toString('base64'))
  await field.press('ControlOrMeta+v')
}
