// Shown if the list is empty: what to try first.
import { AudioLines, FolderOpen, Mic } from 'lucide-react'
import { StartScreen } from '../../notices/StartScreen'
import { makeSample } from './make-sample'
import { startRecording, useRecorder } from './recorder/recorder'
import { importAudio } from './state/audio-import'

export function TranscribeStart({ onAdd }: { onAdd: () => void }) {
  const isRecording = useRecorder(({ phase }) => phase !== 'idle')
  return (
    <StartScreen
      title="Turn speech into text"
      demoText="The built-in demo has no ears: it tells the real length and format of each sound. Enter a service in Settings to reach real models."
      text="Sounds go through your local gateway; they and their text are kept on this disk."
      gridClassName="min-[820px]:grid-cols-3"
      starters={[
        {
          title: 'Try five vowels',
          text: 'A sound of five seconds, made here and now: see a file go through the queue.',
          picture: <AudioLines {...iconAttributes} />,
          run: () => importAudio([makeSample()]),
        },
        {
          title: 'Record yourself',
          text: 'Say a few sentences. Every second is on the disk as you speak.',
          picture: <Mic {...iconAttributes} />,
          disabled: isRecording,
          run: () => void startRecording(),
        },
        {
          title: 'Choose files',
          text: 'As many as you like, of any length: mp3, m4a, ogg, wav, webm, flac, or the sound of an mp4.',
          picture: <FolderOpen {...iconAttributes} />,
          run: onAdd,
        },
      ]}
    >
      Drop files anywhere in this panel. They wait in a queue that survives a restart; long ones are split at
      silences and put together again. One that fails stops no other.
    </StartScreen>
  )
}

const iconAttributes = { size: 20, strokeWidth: 1.5, 'aria-hidden': true, className: 'text-faint' } as const
