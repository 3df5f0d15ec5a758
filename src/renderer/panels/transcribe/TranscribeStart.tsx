// Shown if the list is empty: what to try first.
import { AudioLines, AudioWaveform, FolderOpen, Mic } from 'lucide-react'
import { makePausedSample, makeSample } from '../../attachments/make-sample'
import { StartScreen } from '../../notices/StartScreen'
import { startRecording } from './recorder/recorder'
import { useRecorder } from './recorder/recorder-state'
import { importAudio } from './state/audio-import'

export function TranscribeStart({ onAdd }: { onAdd: () => void }) {
  const isRecording = useRecorder(({ phase }) => phase !== 'idle')
  return (
    <StartScreen
      title="Turn speech into text"
      demoText="The built-in demo can’t recognize speech. It reports each file’s real length and format instead. To transcribe, choose a provider in Settings."
      text="Audio goes through your local gateway. Recordings and transcripts stay on this computer."
      gridClassName="min-[820px]:grid-cols-2"
      starters={[
        {
          title: 'Try a sample',
          text: 'A five-second clip with five vowel sounds. Watch it go through the queue.',
          picture: <AudioLines {...iconAttributes} />,
          run: () => importAudio([makeSample()]),
        },
        {
          title: 'Try a long pause',
          text: 'The same vowels twice, with eight seconds of silence between them, which the settings can skip.',
          picture: <AudioWaveform {...iconAttributes} />,
          run: () => importAudio([makePausedSample()]),
        },
        {
          title: 'Record yourself',
          text: 'Say a few sentences. Audio is saved as you speak.',
          picture: <Mic {...iconAttributes} />,
          disabled: isRecording,
          run: () => void startRecording(),
        },
        {
          title: 'Add files',
          text: 'Any number, any length: MP3, M4A, OGG, WAV, WebM, FLAC, or the audio of an MP4.',
          picture: <FolderOpen {...iconAttributes} />,
          run: onAdd,
        },
      ]}
    >
      Drop files anywhere in this panel. The queue survives a restart. Long files are split at silences and
      merged again, and one failed file doesn’t stop the others.
    </StartScreen>
  )
}

const iconAttributes = { size: 20, strokeWidth: 1.5, 'aria-hidden': true, className: 'text-faint' } as const
