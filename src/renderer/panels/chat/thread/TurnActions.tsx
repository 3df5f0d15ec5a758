// The actions of a turn: visible on hover and focus, always reachable by keyboard, and in a context menu.
import {
  Braces,
  ChevronLeft,
  ChevronRight,
  Code,
  Columns2,
  Copy,
  Ellipsis,
  GitBranch,
  Pencil,
  RotateCcw,
  Text,
  Trash2,
} from 'lucide-react'
import { type MouseEvent, memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { CopyButton } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { ContextMenu, Menu, type MenuItem } from '../../../components/Menu'
import { arrangeModels, useModelLists, useModels } from '../../../models/use-models'
import { announce } from '../../../state/announcement'
import { readCopiedText } from '../../../state/answer-text'
import { branchConversation, deleteTurn, regenerateAnswer } from '../../../state/chat-actions'
import { fitParameters } from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { findTurn, isRunning } from '../../../state/fold-chat'
import { readChat, useChat, useTurn } from '../../../state/live-chat'
import { readLastParameters, readParameters } from '../../../state/next-parameters'
import { toastUndo } from '../../../state/undo'
import { compareVersions, useVersionColumns } from '../compare/comparison-columns'
import { RequestActions } from '../request/RequestActions'
import { useHasPainted } from '../state/render-queue'
import { readTexts, useTurnEdit, writeEdit } from './turn-edits'
import { applyFocusRequest, requestFocus, showRaw, useRawView } from './turn-view'

interface TurnActionsProps {
  readonly turn: Turn
  /** The last turn of the branch, whose actions are always visible. */
  readonly isLast: boolean
}

/** Rendered after the turns themselves, in space reserved for them: many small controls must not delay the text. */
export function TurnActions(props: TurnActionsProps) {
  const hasPainted = useHasPainted()
  return <div className="flex h-6 shrink-0 items-center">{hasPainted && <Controls {...props} />}</div>
}

function Controls({ turn, isLast }: TurnActionsProps) {
  const isPrompt = turn.role === 'user'
  const controls = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => applyFocusRequest(turn.id, controls.current), [turn.id])
  return (
    <div ref={controls} className="flex items-center">
      <AlternateSwitcher turn={turn} />
      {/* biome-ignore lint/a11y/useSemanticElements: these are not form fields. */}
      <div
        role="group"
        aria-label={isPrompt ? 'Prompt actions' : 'Response actions'}
        className={joinClasses(
          'flex items-center transition-opacity',
          !isLast &&
            'opacity-0 focus-within:opacity-100 has-data-[state=open]:opacity-100 group-hover/turn:opacity-100',
        )}
      >
        <Actions turn={turn} kind={isPrompt ? 'prompt' : 'answer'} />
      </div>
    </div>
  )
}

/** Does not re-render when the turn is highlighted, or no longer the last one. */
const Actions = memo(function Actions({ turn, kind }: { turn: Turn; kind: 'prompt' | 'answer' }) {
  const items = listMoreItems(turn, useRawView(turn.id))
  const hasText = readCopiedText(turn) !== ''
  return (
    <>
      <CopyButton
        label={kind === 'prompt' ? 'Copy prompt' : 'Copy response'}
        text={() => readCopiedText(turn)}
        disabled={!hasText}
      />
      {kind === 'answer' && <Regenerate turn={turn} />}
      <IconButton
        size="small"
        label={kind === 'prompt' ? 'Edit prompt' : 'Edit response'}
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

const views = [
  { name: 'Show formatted', icon: Text, view: undefined },
  { name: 'Show as plain text', icon: Code, view: 'text' },
  { name: 'Show as JSON', icon: Braces, view: 'parts' },
] as const

function listMoreItems(turn: Turn, raw: ReturnType<typeof useRawView>): MenuItem[] {
  const branch = () => toastOutcome(branchConversation(turn.conversationId, turn.id))
  const remove = () => toastOutcome(deleteWithUndo(turn))
  const others = views.filter(({ view }) => view !== raw)
  return [
    { name: 'Branch to new chat', icon: GitBranch, onSelect: branch },
    ...others.map(({ name, icon, view }, index) => ({
      name,
      icon,
      hasSeparator: index === 0,
      onSelect: () => showRaw(turn.id, view),
    })),
    { name: 'Delete', icon: Trash2, danger: true, hasSeparator: true, onSelect: remove },
  ]
}

/** A menu has no search; the composer has all models. */
const maxOthers = 30

/** Requests another answer, from the same model or another one; not while an answer is running. */
function Regenerate({ turn }: { turn: Turn }) {
  const { models, groups, toModelName } = useModels()
  const isBusy = useChat(turn.conversationId, isRunning)
  const regenerate = (model?: string) => {
    // Not those of the composer: the variables of its system instruction may have no values yet.
    const last = readLastParameters(turn.conversationId)
    const before = turn.parameters ?? last ?? readParameters(turn.conversationId)
    const parameters = model && fitParameters({ ...before, model }, models)
    const regenerated = regenerateAnswer(turn.conversationId, turn.id, parameters || undefined)
    // Another answer replaces this one, and removes the control that had the focus.
    toastOutcome(regenerated.then(focusPrompt))
  }
  const { favoriteModels: favorites, hiddenModels: hidden } = useModelLists()
  const others = arrangeModels(groups, { favorites, hidden })
    .flatMap(({ options }) => options)
    .filter(({ value }) => value !== turn.model)
    .slice(0, maxOthers)
  return (
    <Menu
      label="Regenerate"
      align="start"
      trigger={<IconButton size="small" label="Regenerate" icon={RotateCcw} disabled={isBusy} />}
      items={[
        { name: `With ${toModelName(turn.model)} (current)`, icon: RotateCcw, onSelect: () => regenerate() },
        ...others.map(({ value, label }, index) => ({
          name: `With ${label}`,
          hasSeparator: index === 0,
          onSelect: () => regenerate(value),
        })),
      ]}
    />
  )
}

/** Deletes a turn and everything that follows it. */
async function deleteWithUndo({ conversationId, id, role }: Turn): Promise<void> {
  const isLast = readChat(conversationId).branch.at(-1) === id
  const restore = await deleteTurn(conversationId, id)
  // The control that had the focus has been removed.
  focusPrompt()
  const message = role === 'user' ? 'Prompt deleted' : 'Response deleted'
  const undo = () => restore().then(focusPrompt)
  toastUndo(message, undo, isLast ? {} : { description: 'Later messages were deleted with it.' })
}

const noIds: readonly string[] = []

export function AlternateSwitcher({ turn }: { turn: Turn }) {
  const { conversationId, id } = turn
  const ids = useChat(conversationId, (chat) => chat.alternates[id] ?? noIds)
  const isCompared = useVersionColumns(ids, id).length > 0
  const index = ids.indexOf(id)
  if (index < 0 || ids.length < 2) return null
  const switchBy = (step: 1 | -1) => {
    const next = ids[index + step]
    if (!next) return
    requestFocus(next, step < 0 ? 'previous' : 'next')
    const switched = desktop.chat.switch({ conversationId, turnId: next })
    toastOutcome(switched.then(() => announce(`Version ${index + step + 1} of ${ids.length}`)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are not form fields.
    <div role="group" aria-label="Versions" className="flex items-center text-faint text-xs">
      <IconButton
        size="small"
        label="Previous version"
        icon={ChevronLeft}
        data-control="previous"
        aria-disabled={index === 0}
        className="aria-disabled:opacity-40"
        onClick={() => switchBy(-1)}
      />
      <span className="whitespace-nowrap tabular-nums">
        {index + 1} of {ids.length}
      </span>
      <IconButton
        size="small"
        label="Next version"
        icon={ChevronRight}
        data-control="next"
        aria-disabled={index === ids.length - 1}
        className="aria-disabled:opacity-40"
        onClick={() => switchBy(1)}
      />
      {turn.role === 'model' && turn.comparison === null && !isCompared && (
        <IconButton
          size="small"
          label="Compare versions"
          icon={Columns2}
          onClick={() => compareVersions(ids, true)}
        />
      )}
    </div>
  )
}

interface ThreadMenuProps {
  readonly conversationId: string
  readonly children: ReactNode
}

/** One menu for all messages: one for each would slow down long chats. */
export function ThreadMenu({ conversationId, children }: ThreadMenuProps) {
  const branch = useChat(conversationId, (chat) => chat.branch)
  const [turnId, setTurnId] = useState('')
  const selectTurn = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
    const id = (row && branch[Number(row.dataset.index)]) ?? ''
    const turn = findTurn(readChat(conversationId), id)
    // Beside the messages, and while one is being written, there is nothing to choose from.
    if (!turn || turn.state === 'running') event.stopPropagation()
    else setTurnId(id)
  }
  return (
    <ContextMenu label="Actions for message" items={useItems(conversationId, turnId)}>
      <div className="min-h-0 flex-1" onContextMenuCapture={selectTurn}>
        {children}
      </div>
    </ContextMenu>
  )
}

function useItems(conversationId: string, turnId: string): MenuItem[] {
  const turn = useTurn(conversationId, turnId)
  const raw = useRawView(turnId)
  const isEdited = useTurnEdit(turnId) !== undefined
  const isBusy = useChat(conversationId, isRunning)
  if (!turn) return []
  const isPrompt = turn.role === 'user'
  const regenerate = () =>
    toastOutcome(regenerateAnswer(conversationId, turnId, turn.parameters ?? undefined).then(focusPrompt))
  return [
    {
      name: isPrompt ? 'Copy prompt' : 'Copy response',
      icon: Copy,
      disabled: readCopiedText(turn) === '',
      onSelect: () => toastOutcome(copyText(turn)),
    },
    ...(isPrompt ? [] : [{ name: 'Regenerate', icon: RotateCcw, disabled: isBusy, onSelect: regenerate }]),
    {
      name: isPrompt ? 'Edit prompt' : 'Edit response',
      icon: Pencil,
      disabled: isEdited,
      onSelect: () => writeEdit(turnId, readTexts(turn.parts)),
    },
    ...listMoreItems(turn, raw),
  ]
}

async function copyText(turn: Turn): Promise<string> {
  await navigator.clipboard.writeText(readCopiedText(turn))
  return turn.role === 'user' ? 'Prompt copied' : 'Response copied'
}
