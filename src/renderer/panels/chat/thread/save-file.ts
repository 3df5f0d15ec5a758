// Saves a kept file where the user wants it, byte for byte.
import { readKeptFile } from '../../../session/keep-file'

/** The application asks for the place. */
export async function saveFile(media: string, mimeType: string): Promise<void> {
  const address = URL.createObjectURL(await readKeptFile(media))
  const link = document.createElement('a')
  link.href = address
  link.download = nameFile(media, mimeType)
  link.click()
  // The download has taken hold of the bytes by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** `image-1a2b3c4d.png` */
export function nameFile(media: string, mimeType: string): string {
  const [kind = 'file', ending = ''] = (mimeType.split(';')[0] ?? '').split('/')
  const short = ending.replace('jpeg', 'jpg').replace(/^x-|\+.*$/g, '')
  return `${kind || 'file'}-${media.slice(0, 8)}${short ? `.${short}` : ''}`
}
