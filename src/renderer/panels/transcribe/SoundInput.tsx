// Lets the user choose sounds on the disk; pressed by a button that is seen.
import type { Ref } from 'react'
import { takeSounds } from './state/transcription-intake'

/** What is in a file decides; these only make it easy to find. */
const accepted = 'audio/*,video/mp4,video/webm,video/mpeg,.mp3,.mp4,.mpeg,.mpga,.m4a,.ogg,.wav,.webm,.flac'

export function SoundInput({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      accept={accepted}
      aria-label="Sounds to add"
      onChange={({ target }) => {
        takeSounds([...(target.files ?? [])])
        // The same file may be chosen again.
        target.value = ''
      }}
    />
  )
}
