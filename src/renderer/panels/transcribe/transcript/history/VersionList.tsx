// The versions of a transcript, the newest first.
import type { TranscriptVersion } from '#shared/schemas/transcription-job'
import { formatCount, formatMoment } from '../../../../components/format'
import { joinClasses } from '../../../../components/join-classes'

const origins: Readonly<Record<TranscriptVersion['origin'], string>> = {
  model: 'As the model answered',
  edit: 'Edited',
  restored: 'Restored',
}

interface VersionListProps {
  readonly versions: readonly TranscriptVersion[]
  readonly chosenId: string
  /** The one that the text is. */
  readonly presentId: string
  readonly onChoose: (versionId: string) => void
}

export function VersionList({ versions, chosenId, presentId, onChoose }: VersionListProps) {
  return (
    <ul
      aria-label="Versions"
      className="flex w-60 shrink-0 flex-col gap-0.5 overflow-y-auto border-line border-r p-2"
    >
      {versions.map((version) => (
        <li key={version.id}>
          <button
            type="button"
            aria-current={version.id === chosenId}
            onClick={() => onChoose(version.id)}
            className={joinClasses(
              'flex w-full flex-col rounded-md px-2 py-1.5 text-left transition-colors',
              version.id === chosenId ? 'bg-accent-wash' : 'hover:bg-hover',
            )}
          >
            <span className="font-medium">
              {origins[version.origin]}
              {version.id === presentId && ', as it is now'}
            </span>
            <span className="text-faint text-sm tabular-nums">
              {formatMoment(version.createdAt)} · {describeWords(version.words)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function describeWords(words: number): string {
  return words === 1 ? '1 word' : `${formatCount(words)} words`
}
