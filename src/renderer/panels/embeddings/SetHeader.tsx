// The header of the open set: its name, its settings or the progress of its run, and the Run or Cancel button.
import { Play, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { type EmbeddingSet, hasImportedVectors } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../api/toast-outcome'
import { Badge } from '../../components/Badge'
import { Button } from '../../components/Button'
import { formatCount, formatTime } from '../../components/format'
import { toKeyNames } from '../../components/Kbd'
import { RenameField, useRenaming } from '../../components/RenameField'
import { useKeys } from '../../state/keymap'
import { countPending, describeModel, importedReason, shareDone, taskNames } from './describe-set'
import { Progress } from './Progress'
import { SetMenu } from './sets/SetList'
import { cancelRun, renameSet, rerunSet, runSet } from './state/embedding-actions'

interface SetHeaderProps {
  readonly set: EmbeddingSet
  /** A button before the name. */
  readonly lead?: ReactNode
}

export function SetHeader({ set, lead }: SetHeaderProps) {
  const { renaming, startRenaming, endRenaming, returnFocus } = useRenaming()
  const { id, name, running, counts, upstream, otherSource } = set
  const isImported = hasImportedVectors(set)
  const runKeys = useKeys('embeddings.run')
  const rename = (requested: string) => toastOutcome(renameSet(id, requested), 'Couldn’t rename the set')
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-line border-b pr-5 pl-5 in-data-[inspector=closed]:pr-14">
      {lead && <div className="-ml-3 shrink-0">{lead}</div>}
      {renaming ? (
        <div className="w-72 min-w-0">
          <RenameField label="Set name" name={name} onRename={rename} onDone={endRenaming} />
        </div>
      ) : (
        <h1 className="flex min-w-0 items-center">
          <button
            ref={returnFocus}
            type="button"
            title={`Rename “${name}”`}
            onClick={startRenaming}
            className="min-w-0 truncate rounded-sm font-semibold hover:underline"
          >
            {name}
          </button>
        </h1>
      )}
      {upstream?.kind === 'demo' && <Badge>Demo</Badge>}
      {isImported && <Badge>Imported</Badge>}
      {running ? (
        <div className="mx-2 flex min-w-0 flex-1">
          <Progress label="Embedding" share={shareDone(set)} text={describeProgress(set)} />
        </div>
      ) : (
        <span className="ml-1 min-w-0 flex-1 truncate text-faint text-sm tabular-nums">
          {describeSettings(set)}
        </span>
      )}
      {running ? (
        <Button size="small" onClick={() => toastOutcome(cancelRun(id))}>
          <Square size={12} aria-hidden="true" />
          Cancel
        </Button>
      ) : (
        <Button
          size="small"
          variant="primary"
          title={
            isImported
              ? importedReason
              : otherSource === null
                ? runKeys && toKeyNames(runKeys).join('+')
                : undefined
          }
          disabled={isImported || (otherSource === null ? countPending(set) === 0 : counts.rows === 0)}
          onClick={() =>
            toastOutcome(otherSource === null ? runSet(id) : rerunSet(id), 'Couldn’t start the run')
          }
        >
          <Play size={12} aria-hidden="true" />
          {otherSource === null ? 'Run' : 'Run all again'}
        </Button>
      )}
      <SetMenu set={set} onRename={startRenaming} />
    </header>
  )
}

/** `5 of 12`, and when a rate-limited run resumes. */
function describeProgress({ counts: { rows, done, failed, empty }, waitsUntil }: EmbeddingSet): string {
  const progress = `${formatCount(done + failed + empty)} of ${formatCount(rows)}`
  return waitsUntil === undefined
    ? progress
    : `${progress} · rate limited, resumes at ${formatTime(waitsUntil)}`
}

function describeSettings(set: EmbeddingSet): string {
  const { taskType, outputDimensionality } = set.settings
  if (hasImportedVectors(set)) return `from ${set.upstream?.label} · ${set.dimensions.join(', ')} dimensions`
  return [
    describeModel(set),
    taskType && taskNames[taskType].name.toLowerCase(),
    outputDimensionality && `${outputDimensionality} dimensions`,
  ]
    .filter(Boolean)
    .join(' · ')
}
