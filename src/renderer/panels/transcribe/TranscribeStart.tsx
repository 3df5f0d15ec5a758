// Shown if the list is empty: what to try first.
import { useQuery } from '@tanstack/react-query'
import { AudioLines, FolderOpen, Mic } from 'lucide-react'
import { queries } from '../../api/desktop'
import { StarterCard } from '../../components/StarterCard'
import { makeSample } from './make-sample'
import { startRecording, useRecorder } from './recorder/recorder'
import { importAudio } from './state/audio-import'

export function TranscribeStart({ onAdd }: { onAdd: () => void }) {
  const { data: isDemo } = useQuery(
    queries.application.status.queryOptions({ select: ({ upstream }) => upstream.kind === 'demo' }),
  )
  const isRecording = useRecorder(({ phase }) => phase !== 'idle')
  const starters = [
    {
      title: 'Try five vowels',
      text: 'A sound of five seconds, made here and now: see a file go through the queue.',
      icon: AudioLines,
      disabled: false,
      run: () => importAudio([makeSample()]),
    },
    {
      title: 'Record yourself',
      text: 'Say a few sentences. Every second is on the disk as you speak.',
      icon: Mic,
      disabled: isRecording,
      run: () => void startRecording(),
    },
    {
      title: 'Choose files',
      text: 'As many as you like, of any length: mp3, m4a, ogg, wav, webm, flac, or the sound of an mp4.',
      icon: FolderOpen,
      disabled: false,
      run: onAdd,
    },
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto [scrollbar-gutter:stable_both-edges]">
      <div className="mx-auto my-auto flex w-full max-w-[832px] flex-col gap-6 px-6 py-8">
        <header className="flex flex-col gap-1">
          <h2 className="font-semibold text-xl tracking-tight">Turn speech into text</h2>
          <p className="text-soft">
            {isDemo
              ? 'The built-in demo has no ears: it tells the real length and format of each sound. Enter a service in Settings to reach real models.'
              : 'Sounds go through your local gateway; they and their text are kept on this disk.'}
          </p>
        </header>
        <ul className="grid grid-cols-1 gap-2 min-[820px]:grid-cols-3">
          {starters.map(({ title, text, icon: Icon, disabled, run }) => (
            <li key={title}>
              <StarterCard title={title} text={text} disabled={disabled} onRun={run}>
                <Icon size={20} strokeWidth={1.5} aria-hidden="true" className="text-faint" />
              </StarterCard>
            </li>
          ))}
        </ul>
        <p className="text-faint text-sm">
          Drop files anywhere in this panel. They wait in a queue that survives a restart; long ones are split
          at silences and put together again. One that fails stops no other.
        </p>
      </div>
    </div>
  )
}
