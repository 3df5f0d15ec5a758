// What can be done with a kept picture outside the application; each tells in a toast what came of it.
import type { DragEvent } from 'react'
import { desktop } from '../api/desktop'
import { tellOutcome } from '../api/tell-outcome'

interface PictureFile {
  readonly media: string
  /** The user's words for it, of which a file name is made. */
  readonly title: string
}

export function copyPicture({ media }: Pick<PictureFile, 'media'>) {
  // Given as a promise: the permission to write lasts only a moment after the key or click.
  const item = new ClipboardItem({ 'image/png': toPng(media) })
  const copied = navigator.clipboard.write([item]).then(() => 'Image copied')
  tellOutcome(copied, 'Couldn’t copy the image')
}

/** Decoded here, in the sandbox, and never in main. */
async function toPng(media: string): Promise<Blob> {
  const response = await fetch(`media://library/${media}`)
  if (!response.ok) throw new Error('Image not found.')
  const bitmap = await createImageBitmap(await response.blob())
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return await canvas.convertToBlob({ type: 'image/png' })
}

/** The bytes as they came. */
export function savePicture(picture: PictureFile) {
  save(picture, false)
}

/** A copy that holds the prompt and the parameters; what is kept stays as it came. */
export function savePictureWithPrompt(picture: PictureFile) {
  save(picture, true)
}

function save({ media, title }: PictureFile, withPrompt: boolean) {
  const saved = desktop.images
    .saveAs({ media, name: title, withPrompt })
    .then(({ path }) => path && `Saved as ${path}`)
  tellOutcome(saved, 'The picture was not saved')
}

export function revealPicture({ media }: Pick<PictureFile, 'media'>) {
  tellOutcome(desktop.images.reveal({ media }), 'The file could not be shown')
}

/** On `dragstart`: the system's own drag takes over, with the file itself. */
export function dragPicture(event: DragEvent, { media, title }: PictureFile) {
  event.preventDefault()
  tellOutcome(desktop.images.drag({ media, name: title }), 'The file could not be dragged out')
}
