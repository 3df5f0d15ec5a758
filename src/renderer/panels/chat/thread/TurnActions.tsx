// What can be done with a turn: seen on hover and focus, reached by keyboard always.
import { Braces, Code, Ellipsis, GitBranch, Pencil, Text, Trash2 } from 'lucide-react'
import { memo, useLayoutEffect, useRef } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { CopyButton } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { Menu } from '../../../components/Menu'
import type { MenuItem } from '../../../components/MenuEntries'
import { readText } from '../../../state/answer-text'
import { branchConversation } from '../../../state/chat-actions'
import { useHasPainted } from '../state/render-queue'
import { Alternates } from './Alternates'
import { readTexts } from './edit-parts'
import { followFocusWish } from './focus-in-turn'
import { Regenerate } from './Regenerate'
import { RequestActions } from './RequestActions'
import { removeTurn } from './remove-turn'
import { tellFailure } from './tell-failure'
import { writeEdit } from './turn-edits'
import { showRaw, useRawView } from './turn-view'

interface TurnActionsProps {
  readonly turn: Turn
  /** Without waiting for hover or focus. */
  readonly shown?: boolean
}

/** Drawn after the turns themselves, in a place kept for them: many small controls must not hold up what is read. */
export function TurnActions(props: TurnActionsProps) {
  const isTime = useHasPainted()
  return <div className="flex h-6 shrink-0 items-center">{isTime && <Controls {...props} />}</div>
}

function Controls({ turn, shown = false }: TurnActionsProps) {
  const isPrompt = turn.role === 'user'
  const controls = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => followFocusWish(turn.id, controls.current), [turn.id])
  return (
    <div ref={controls} className="flex items-center">
      <Alternates turn={turn} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form. */}
      <div
        role="group"
        aria-label={isPrompt ? 'Prompt actions' : 'Answer actions'}
        className={joinClasses(
          'flex items-center transition-opacity',
          !shown &&
            'opacity-0 focus-within:opacity-100 has-data-[state=open]:opacity-100 group-hover/turn:opacity-100',
        )}
      >
        <Actions turn={turn} kind={isPrompt ? 'prompt' : 'answer'} />
      </div>
    </div>
  )
}

/** Not drawn again where a turn is the last one no more, or is marked. */
const Actions = memo(function Actions({ turn, kind }: { turn: Turn; kind: 'prompt' | 'answer' }) {
  const items = useMoreItems(turn)
  const hasText = turn.parts.some((part) => !part.thought && part.text)
  return (
    <>
      <CopyButton label={`Copy ${kind}`} text={() => readText(turn)} disabled={!hasText} />
      {kind === 'answer' && <Regenerate turn={turn} />}
      <IconButton
        size="small"
        label={`Edit ${kind}`}
        icon={Pencil}
        data-control="edit"
        onClick={() => writeEdit(turn.id, readTexts(turn.parts))}
      />
      {kind === 'answer' && <RequestActions turn={turn} />}
      <Menu
        label="More actions"
        align={kind === 'prompt' ? 'end' : 'start'}
        trigger={<IconButton size="small" label="More actions" icon={Ellipsis} />}
        items={items}
      />
    </>
  )
})

function useMoreItems(turn: Turn): MenuItem[] {
  const raw = useRawView(turn.id)
  const branch = () => branchConversation(turn.conversationId, turn.id).catch(tellFailure)
  const views: MenuItem[] = [
    { name: 'Show formatted', icon: Text, onSelect: () => showRaw(turn.id, undefined) },
    { name: 'Show as plain text', icon: Code, onSelect: () => showRaw(turn.id, 'text') },
    { name: 'Show parts as JSON', icon: Braces, onSelect: () => showRaw(turn.id, 'parts') },
  ]
  const shownAt = raw === undefined ? 0 : raw === 'text' ? 1 : 2
  return [
    { name: 'Branch into a new chat', icon: GitBranch, onSelect: branch },
    ...views.filter((_, index) => index !== shownAt).map((item, index) => ({ ...item, apart: index === 0 })),
    { name: 'Delete', icon: Trash2, danger: true, apart: true, onSelect: () => void removeTurn(turn) },
  ]
}
