// Actions on the file of a stored image or video, and the table of them for menus; toasts report the results.
import { Copy, Download, FileText, FolderOpen } from 'lucide-react'
import type { DragEvent } from 'react'
import { desktop } from '../api/desktop'
import { toastOutcome, toSaved } from '../api/toast-outcome'

interface PictureFile {
  readonly media: string
  /** Becomes the suggested file name. */
  readonly title: string
}

/** An image's file actions as menu items. */
export function listPictureFileActions(picture: PictureFile) {
  return {
    copy: { name: 'Copy', icon: Copy, onSelect: () => copyPicture(picture) },
    save: { name: 'Save as…', icon: Download, onSelect: () => savePicture(picture) },
    saveWithPrompt: {
      name: 'Save a copy with prompt…',
      icon: FileText,
      onSelect: () => savePicture(picture, true),
    },
    reveal: { name: 'Show in folder', icon: FolderOpen, onSelect: () => revealPicture(picture) },
  }
}

export function copyPicture({ media }: Pick<PictureFile, 'media'>) {
  // Passed as a promise, because the permission to write ends shortly after the key press or click.
  const item = new ClipboardItem({ 'image/png': toPng(media) })
  const copied = navigator.clipboard.write([item]).then(() => 'Image copied')
  toastOutcome(copied, 'Couldn’t copy the image')
}

/** Decoded here in the sandbox, never in the main process. */
async function toPng(media: string): Promise<Blob> {
  const response = await fetch(`media://library/${media}`)
  if (!response.ok) throw new Error('Image not found.')
  const bitmap = await createImageBitmap(await response.blob())
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return await canvas.convertToBlob({ type: 'image/png' })
}

/** Saves the unchanged bytes, or a copy with the prompt and the parameters embedded; the stored file does not change. */
export function savePicture(picture: PictureFile, withPrompt = false) {
  save(picture, withPrompt, 'Couldn’t save the image')
}

/** Saves the unchanged bytes. */
export function saveVideo(video: PictureFile) {
  save(video, false, 'Couldn’t save the video')
}

function save({ media, title }: PictureFile, withPrompt: boolean, failure: string) {
  const saved = desktop.images.saveAs({ media, name: title, withPrompt }).then(({ path }) => toSaved(path))
  toastOutcome(saved, failure)
}

export function revealPicture({ media }: Pick<PictureFile, 'media'>) {
  toastOutcome(desktop.images.reveal({ media }), 'Couldn’t show the file')
}

/** For `dragstart`: replaces the browser's drag with a native one of the file itself. */
export function dragPicture(event: DragEvent, { media, title }: PictureFile) {
  event.preventDefault()
  toastOutcome(desktop.images.drag({ media, name: title }), 'Couldn’t drag the file')
}
