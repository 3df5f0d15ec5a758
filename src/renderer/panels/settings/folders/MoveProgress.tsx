// How far the move of the media folder has come, and the way to end it.
import { Button } from '../../../components/Button'
import { cancelMove, useMediaFolderMove } from '../state/media-folder-move'
import { describeProgress, toPercent } from './describe-folder'

export function MoveProgress() {
  const { path, progress } = useMediaFolderMove()
  const percent = progress ? toPercent(progress) : 0
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line bg-sunken px-3 py-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
          Copying to <span className="font-mono">{path}</span>. Until every file is verified, nothing is
          switched.
        </p>
        <Button size="small" onClick={cancelMove}>
          Cancel move
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label="Move of the media folder"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div className="h-full rounded-full bg-accent-fill" style={{ width: `${percent}%` }} />
      </div>
      <p className="min-h-4 text-faint text-sm tabular-nums">{progress && describeProgress(progress)}</p>
    </div>
  )
}
