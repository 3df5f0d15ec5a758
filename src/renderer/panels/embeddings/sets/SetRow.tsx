// One set in the list: its name, its rows, how far its run has come.
import { type KeyboardEvent, memo } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { tellOutcome } from '../../../api/tell-outcome'
import { joinClasses } from '../../../components/join-classes'
import { entry } from '../../../components/move-focus'
import { RenameField, useRenaming } from '../../../components/RenameField'
import { describeSet } from '../describe-set'
import { deleteSet, renameSet } from '../state/embedding-verbs'
import { openSet } from '../state/embedding-view'
import { SetMenu } from './SetMenu'

interface SetRowProps {
  readonly set: EmbeddingSet
  readonly open: boolean
  /** What is opened once this one is deleted. */
  readonly heir: string | null
  /** Tab reaches this one; the arrow keys lead to the others. */
  readonly tabbable: boolean
  readonly onFocus: (id: string) => void
}

export const SetRow = memo(function SetRow({ set, open, heir, tabbable, onFocus }: SetRowProps) {
  const { renaming, beginRenaming, endRenaming, returnFocus } = useRenaming()
  if (renaming) {
    return (
      <div className="flex h-12 items-center">
        <RenameField
          label="Name of the set"
          name={set.name}
          onRename={(name) => tellOutcome(renameSet(set.id, name), 'The set was not renamed')}
          onDone={endRenaming}
        />
      </div>
    )
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'F2') beginRenaming()
    else if (event.key === 'Delete') tellOutcome(deleteSet(set, heir), 'The set was not deleted')
    else return
    event.preventDefault()
  }
  const tabIndex = tabbable ? 0 : -1
  return (
    <div
      className={joinClasses(
        'group flex h-12 items-center rounded-md pr-1 focus-within:bg-hover hover:bg-hover',
        open && 'bg-hover',
      )}
    >
      <button
        ref={returnFocus}
        type="button"
        {...entry}
        tabIndex={tabIndex}
        title={set.name}
        aria-current={open ? 'true' : undefined}
        onFocus={() => onFocus(set.id)}
        onClick={() => openSet(set.id)}
        onDoubleClick={beginRenaming}
        onKeyDown={pressKey}
        className="flex h-full min-w-0 flex-1 flex-col items-stretch justify-center rounded-md pl-2 text-left focus-visible:outline-offset-[-2px]"
      >
        <span className={joinClasses('truncate', open ? 'font-medium text-ink' : 'text-soft')}>
          {set.name}
        </span>
        <span className="flex min-w-0 items-center gap-1.5 text-faint text-xs tabular-nums">
          {set.running && (
            <span
              role="img"
              aria-label="Under way"
              className="size-1.5 shrink-0 animate-breathe rounded-full bg-accent"
            />
          )}
          <span className="truncate">{describeSet(set)}</span>
          {set.upstream?.kind === 'demo' && <span className="ml-auto shrink-0">Demo</span>}
        </span>
      </button>
      <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100">
        <SetMenu set={set} heir={heir} tabIndex={tabIndex} onRename={beginRenaming} />
      </span>
    </div>
  )
})
