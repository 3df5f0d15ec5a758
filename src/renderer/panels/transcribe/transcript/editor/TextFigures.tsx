// The figures of a transcript, on one line below it.
import type { Transcript, TranscriptionJob } from '#shared/schemas/transcription-job'
import { formatClock, formatCount } from '../../../../components/format'
import { toKeyNames } from '../../../../components/Kbd'

const [mod] = toKeyNames('mod')

interface TextFiguresProps {
  readonly job: TranscriptionJob
  readonly transcript: Transcript
  readonly characters: number
}

export function TextFigures({ job: { source, settings, words }, transcript, characters }: TextFiguresProps) {
  const count = transcript.versions[0]?.words ?? words ?? 0
  const figures = [
    count === 1 ? '1 word' : `${formatCount(count)} words`,
    characters === 1 ? '1 character' : `${formatCount(characters)} characters`,
    source.seconds !== null && formatClock(source.seconds),
    settings.model,
    settings.language,
  ]
  return (
    <div className="flex h-8 shrink-0 items-center gap-3 border-line border-t px-6 text-faint text-sm">
      <p className="max-w-full shrink-0 truncate tabular-nums">{figures.filter(Boolean).join(' · ')}</p>
      {transcript.cuts.length > 0 && (
        <p className="ml-auto min-w-0 truncate">{mod}+click plays from there; places are estimated</p>
      )}
    </div>
  )
}
