// The prompts that wait for the running answer, below the thread.
import { useMutation } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ArrowUpDown, Pencil, SendHorizontal, X } from 'lucide-react'
import {
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { QueuedPrompt } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { bottomBar } from '../../../components/bottom-bar'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { Menu } from '../../../components/Menu'
import { announce } from '../../../state/announcement'
import { focusPromptIfLost, requestScroll } from '../../../state/focus-requests'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { listColumns } from '../compare/comparison-columns'
import { useEditVariables } from '../composer/prompt-variables'
import { isCode, MessageEditor } from './MessageEditor'
import { editQueued, moveToComposer, removeQueued } from './queued-actions'
import { discardEdit, endEdit, readTexts, toEditKey, useTurnEdit, writeTexts } from './turn-edits'
import { applyFocusRequest, requestFocus } from './turn-view'

const none: readonly QueuedPrompt[] = []

export function QueuedPrompts({ conversationId }: { conversationId: string }) {
  const queued = useChat(conversationId, (chat) => chat.conversation?.queued ?? none)
  const isBusy = useChat(conversationId, isRunning)
  // The first of them is sent automatically once the user keeps one of the compared answers.
  const isCompared = useChat(conversationId, (chat) => listColumns(chat, chat.branch.at(-1) ?? '').length > 0)
  const { drop, listeners } = useQueueDrag(conversationId, queued)
  if (queued.length === 0) return null
  return (
    <ul
      ref={bottomBar}
      {...listeners}
      aria-label="Queued prompts"
      className="mx-auto mb-2 flex max-h-32 w-full max-w-[784px] shrink-0 flex-col gap-1 overflow-y-auto px-6 has-[form]:max-h-[45vh]"
    >
      {queued.map((prompt, index) => (
        <QueuedCard
          key={prompt.id}
          conversationId={conversationId}
          prompt={prompt}
          canSend={!isBusy && !isCompared && index === 0}
          isFirst={index === 0}
          isLast={index === queued.length - 1}
          dropSide={drop?.id === prompt.id ? drop.side : null}
          onMove={(step) => toastOutcome(moveBy(conversationId, queued, { index, step }))}
        />
      ))}
    </ul>
  )
}

interface QueuedCardProps {
  readonly conversationId: string
  readonly prompt: QueuedPrompt
  /** No answer is running or being compared, and this is the first prompt. */
  readonly canSend: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  /** The edge at which a dragged prompt would be inserted. */
  readonly dropSide: DropSide | null
  readonly onMove: (step: -1 | 1) => void
}

function QueuedCard({ conversationId, prompt, canSend, isFirst, isLast, dropSide, onMove }: QueuedCardProps) {
  const canMove = !(isFirst && isLast)
  const card = useRef<HTMLLIElement>(null)
  const editedTexts = useTurnEdit(prompt.id)
  const isEdited = editedTexts !== undefined
  useLayoutEffect(() => {
    if (!isEdited) applyFocusRequest(prompt.id, card.current)
  }, [isEdited, prompt.id])
  /** Before a button of the card handles the key. */
  const pressKey = (event: KeyboardEvent) => {
    const { key, altKey, target, currentTarget } = event
    const isInside = target instanceof Node && currentTarget.contains(target)
    if (!altKey || !isInside || (key !== 'ArrowUp' && key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    onMove(key === 'ArrowUp' ? -1 : 1)
  }
  if (editedTexts) {
    return (
      <li data-queued={prompt.id}>
        <QueuedEditor conversationId={conversationId} prompt={prompt} texts={editedTexts} />
      </li>
    )
  }
  const { text, files } = summarizePrompt(prompt.parts)
  const sendNow = async () => {
    await desktop.chat.sendQueued({ conversationId, queuedId: prompt.id })
    requestScroll({ conversationId, turnId: null })
    focusPromptIfLost()
  }
  return (
    <li
      ref={card}
      data-queued={prompt.id}
      draggable={canMove}
      onKeyDownCapture={pressKey}
      className={joinClasses(
        'flex h-9 shrink-0 items-center gap-2 rounded-lg border border-line bg-sunken pr-1',
        canMove ? 'pl-1' : 'pl-3',
        dropSide === 'above' && 'border-t-accent shadow-[0_-1px_0_var(--color-accent)]',
        dropSide === 'below' && 'border-b-accent shadow-[0_1px_0_var(--color-accent)]',
      )}
    >
      {canMove && (
        <Menu
          label="Move queued prompt"
          align="start"
          trigger={
            <IconButton size="small" label="Move queued prompt" icon={ArrowUpDown} className="-mr-1" />
          }
          items={[
            { name: 'Move up', icon: ArrowUp, keys: 'alt+↑', disabled: isFirst, onSelect: () => onMove(-1) },
            {
              name: 'Move down',
              icon: ArrowDown,
              keys: 'alt+↓',
              disabled: isLast,
              onSelect: () => onMove(1),
            },
          ]}
        />
      )}
      <Badge>Queued</Badge>
      <span dir="auto" className="min-w-0 flex-1 truncate text-soft">
        {text || 'Files only'}
      </span>
      {files > 0 && (
        <span className="whitespace-nowrap text-faint text-xs">
          {files === 1 ? '1 file' : `${files} files`}
        </span>
      )}
      {canSend && (
        <Button size="small" onClick={() => toastOutcome(sendNow())}>
          <SendHorizontal size={12} aria-hidden="true" />
          Send now
        </Button>
      )}
      <IconButton
        size="small"
        label="Edit queued prompt"
        icon={Pencil}
        data-control="edit"
        onClick={() => toastOutcome(editQueued(conversationId, prompt))}
      />
      <IconButton
        size="small"
        label="Remove queued prompt"
        icon={X}
        onClick={() => toastOutcome(removeQueued(conversationId, prompt))}
      />
    </li>
  )
}

interface Move {
  readonly index: number
  readonly step: -1 | 1
}

async function moveBy(
  conversationId: string,
  queued: readonly QueuedPrompt[],
  { index, step }: Move,
): Promise<void> {
  const moved = queued[index]
  const target = index + step
  if (!moved || target < 0 || target >= queued.length) return
  const before = queued[step < 0 ? target : target + 1]?.id ?? null
  await desktop.chat.moveQueued({ conversationId, queuedId: moved.id, before })
  announce(`Prompt ${target + 1} of ${queued.length}`)
}

type DropSide = 'above' | 'below'

/** A custom type, so that no panel treats it as a file. */
const dragKind = 'application/x-queued-prompt'

function useQueueDrag(conversationId: string, queued: readonly QueuedPrompt[]) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [drop, setDrop] = useState<{ readonly id: string; readonly side: DropSide } | null>(null)
  const onDragEnd = () => {
    setDragged(null)
    setDrop(null)
  }
  const onDragStart = ({ target, dataTransfer }: DragEvent) => {
    const card = findCard(target)
    const id = card?.dataset.queued
    // Text that is dragged within an editor moves no prompt.
    if (id === undefined || !card?.draggable) return
    dataTransfer.setData(dragKind, id)
    dataTransfer.effectAllowed = 'move'
    setDragged(id)
  }
  const onDragOver = (event: DragEvent) => {
    const card = findCard(event.target)
    if (dragged === null || card?.dataset.queued === undefined) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    const { top, height } = card.getBoundingClientRect()
    const side = event.clientY > top + height / 2 ? 'below' : 'above'
    setDrop(card.dataset.queued === dragged ? null : { id: card.dataset.queued, side })
  }
  const onDrop = (event: DragEvent) => {
    if (dragged === null) return
    event.preventDefault()
    const at = queued.findIndex(({ id }) => id === drop?.id)
    const before = drop?.side === 'above' ? drop.id : (queued[at + 1]?.id ?? null)
    if (drop && before !== dragged)
      toastOutcome(desktop.chat.moveQueued({ conversationId, queuedId: dragged, before }))
    onDragEnd()
  }
  return { drop, listeners: { onDragStart, onDragOver, onDrop, onDragEnd } }
}

function findCard(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-queued]') : null
}

/** A prompt's text on one line, and the number of its files. */
export function summarizePrompt(parts: readonly Part[]): { text: string; files: number } {
  const text = parts
    .map((part) => part.text ?? '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
  const files = parts.filter(({ inlineData, inline_data, fileData, file_data }) =>
    Boolean(inlineData ?? inline_data ?? fileData ?? file_data),
  ).length
  return { text: text.slice(0, 300), files }
}

interface QueuedEditorProps {
  readonly conversationId: string
  readonly prompt: QueuedPrompt
  readonly texts: readonly string[]
}

function QueuedEditor({ conversationId, prompt, texts }: QueuedEditorProps) {
  const { id, parts } = prompt
  const original = useMemo(() => readTexts(parts), [parts])
  // Its system instruction was filled when it was queued.
  const variables = useEditVariables(toEditKey(id), { conversationId, original, texts })
  const queued = { conversationId, queuedId: id }
  useEffect(() => {
    // Also for an edit that was open when the application was closed.
    toastOutcome(desktop.chat.holdQueued({ conversationId, queuedId: id }))
  }, [conversationId, id])
  const end = async () => {
    requestFocus(id, 'edit')
    await desktop.chat.releaseQueued(queued)
    // The prompt may have been sent.
    focusPromptIfLost()
  }
  const saving = useMutation({
    mutationFn: async (edited: Part[]) => {
      await desktop.chat.editQueued({ ...queued, parts: edited })
      endEdit(id)
      await end()
    },
  })
  return (
    <MessageEditor
      id={id}
      label="Edit queued prompt"
      from="user"
      parts={parts}
      texts={texts}
      areCode={useMemo(
        () => original.map((text) => isCode({ role: 'user', parameters: null }, text)),
        [original],
      )}
      variables={variables}
      hint="It keeps its place in the queue."
      isSaving={saving.isPending}
      error={saving.error}
      saveLabel="Save"
      onSave={saving.mutate}
      onCancel={() => {
        discardEdit(id, texts, original)
        toastOutcome(end())
      }}
      actions={
        <Button
          size="small"
          variant="quiet"
          onClick={() =>
            toastOutcome(moveToComposer(conversationId, { ...prompt, parts: writeTexts(parts, texts) }))
          }
        >
          Move to composer
        </Button>
      }
    />
  )
}
