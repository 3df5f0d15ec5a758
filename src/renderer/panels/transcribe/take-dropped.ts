// Takes what was dropped on the panel into the queue.
import type { Dropped } from '../../attachments/use-file-drop'
import { refuseSounds, takeSounds } from './state/transcription-intake'

export function takeDropped({ files, folders }: Dropped) {
  takeSounds(files)
  refuseSounds(folders.map((name) => `${name} is a folder: drop the files in it instead.`))
}
