// All sets of embeddings, the newest first, and the ways to a new one.
import { FileUp, Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { moveFocus } from '../../../components/move-focus'
import { createSet, importSet } from '../state/embedding-verbs'
import { useEmbeddingView } from '../state/embedding-view'
import { useSets } from '../use-sets'
import { nameNewSet } from './name-new-set'
import { SetRow } from './SetRow'

export function SetList() {
  const { sets, isKnown, error, readAgain } = useSets()
  const openId = useEmbeddingView((view) => view.openId)
  const [focused, setFocused] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const tabbable = [focused, openId].find((id) => sets.some((set) => set.id === id)) ?? sets[0]?.id
  const pressKey = (event: KeyboardEvent) => {
    const isMeant = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (!list.current || !isMeant || event.defaultPrevented || event.nativeEvent.isComposing) return
    if (moveFocus(list.current, event.key, () => {})) event.preventDefault()
  }
  return (
    <nav aria-label="Sets" className="flex min-h-0 min-w-0 flex-1 flex-col bg-canvas">
      <div className="flex h-11 shrink-0 items-center gap-1 border-line border-b pr-2 pl-3">
        <Button
          size="small"
          className="mr-auto"
          onClick={() => tellOutcome(createSet(nameNewSet(sets)), 'The set was not made')}
        >
          <Plus size={14} aria-hidden="true" />
          New set
        </Button>
        <IconButton
          size="small"
          label="Import set…"
          icon={FileUp}
          onClick={() => tellOutcome(importSet(), 'The set was not imported')}
        />
      </div>
      {error && (
        <p role="alert" className="px-3 py-2 text-danger text-sm">
          The sets could not be read.{' '}
          <button type="button" className="underline" onClick={readAgain}>
            Try again
          </button>
        </p>
      )}
      {isKnown && sets.length === 0 && (
        <p className="px-3 py-3 text-faint text-sm">
          Each set keeps its texts, its settings and its vectors.
        </p>
      )}
      <ul
        ref={list}
        aria-label="Embedding sets"
        onKeyDown={pressKey}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto p-2 [scrollbar-gutter:stable]"
      >
        {sets.map((set, index) => (
          <li key={set.id} className="[contain-intrinsic-size:auto_48px] [content-visibility:auto]">
            <SetRow
              set={set}
              open={set.id === openId}
              nextSetId={sets[index + 1]?.id ?? sets[index - 1]?.id ?? null}
              tabbable={set.id === tabbable}
              onFocus={setFocused}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}
