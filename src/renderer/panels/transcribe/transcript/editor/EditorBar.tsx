// What can be done with the text of a transcript, and whether it is on the disk.
import { AudioLines, Redo2, Search, Undo2 } from 'lucide-react'
import { Button } from '../../../../components/Button'
import { IconButton } from '../../../../components/IconButton'
import { SavedMark } from '../../../../components/SavedMark'
import { settleEdits, useEdits } from '../kept-edits'
import type { TextEditor, TextStanding } from './text-editor'

interface EditorBarProps {
  readonly jobId: string
  readonly editor: TextEditor | null
  readonly standing: TextStanding
  readonly readOnly: boolean
  readonly isEnded: boolean
  readonly onFind: () => void
  /** Undefined where nothing is known of the times. */
  readonly onPlay: (() => void) | undefined
}

export function EditorBar(props: EditorBarProps) {
  const { jobId, editor, standing, readOnly, isEnded, onFind, onPlay } = props
  return (
    <div
      role="toolbar"
      aria-label="Edit the transcript"
      className="flex h-10 shrink-0 items-center gap-1 border-line border-b px-5"
    >
      <IconButton
        label="Undo"
        keys="mod+z"
        icon={Undo2}
        disabled={readOnly || !standing.canUndo}
        onClick={() => editor?.undo()}
      />
      <IconButton
        label="Redo"
        keys="mod+shift+z"
        icon={Redo2}
        disabled={readOnly || !standing.canRedo}
        onClick={() => editor?.redo()}
      />
      <IconButton label="Find and replace" keys="mod+f" icon={Search} onClick={onFind} />
      <IconButton
        label="Play from the cursor (estimated)"
        keys="mod+enter"
        icon={AudioLines}
        disabled={!onPlay}
        onClick={onPlay}
      />
      <div className="ml-auto flex min-w-0 items-center gap-2">
        {readOnly ? (
          <span className="truncate text-faint text-sm">
            {isEnded ? 'Read only: not all of it has come' : 'Read only until it has ended'}
          </span>
        ) : (
          <Kept jobId={jobId} />
        )}
      </div>
    </div>
  )
}

function Kept({ jobId }: { jobId: string }) {
  const standing = useEdits(({ standings }) => standings[jobId])
  if (standing?.state === 'failed') {
    return (
      <>
        <span role="alert" title={standing.reason} className="truncate text-danger text-sm">
          Not saved: {standing.reason}
        </span>
        <Button size="small" onClick={() => void settleEdits(jobId)}>
          Save now
        </Button>
      </>
    )
  }
  if (standing?.state === 'waiting') return <span className="text-faint text-sm">Saving…</span>
  return <SavedMark saved={standing?.state === 'kept'} />
}
