// What can be done with a kept video outside the application; each tells in a toast what came of it.
import type { DragEvent } from 'react'
import { desktop } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'

interface VideoFile {
  readonly media: string
  /** The user's words for it, of which a file name is made. */
  readonly title: string
}

/** The bytes as they came. */
export function saveVideo({ media, title }: VideoFile) {
  const saved = desktop.images
    .saveAs({ media, name: title, withPrompt: false })
    .then(({ path }) => path && `Saved as ${path}`)
  tellOutcome(saved, 'The video was not saved')
}

export function revealVideo({ media }: Pick<VideoFile, 'media'>) {
  tellOutcome(desktop.images.reveal({ media }), 'The file could not be shown')
}

/** On `dragstart`: the system's own drag takes over, with the file itself. */
export function dragVideo(event: DragEvent, { media, title }: VideoFile) {
  event.preventDefault()
  tellOutcome(desktop.images.drag({ media, name: title }), 'The file could not be dragged out')
}
