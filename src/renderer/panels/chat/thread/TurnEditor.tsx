// Edits a turn in place.
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { toastUndo } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { joinClasses } from '../../../components/join-classes'
import { Kbd } from '../../../components/Kbd'
import { Notice } from '../../../components/Notice'
import { TextArea } from '../../../components/TextInput'
import { useModels } from '../../../models/use-models'
import { fitParameters } from '../../../state/drafts'
import { focusPrompt, requestScroll } from '../../../state/focus-requests'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { readParameters } from '../../../state/next-parameters'
import { fillFromDraft } from '../composer/prompt-variables'
import { TurnParts } from './TurnParts'
import { endEdit, isCode, readTexts, writeEdit, writeTexts } from './turn-edits'
import { requestFocus } from './turn-view'

interface TurnEditorProps {
  readonly turn: Turn
  readonly texts: readonly string[]
}

export function TurnEditor({ turn, texts }: TurnEditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const isPrompt = turn.role === 'user'
  const isBusy = useChat(turn.conversationId, isRunning)
  const parts = writeTexts(turn.parts, texts)
  const saving = useSaving(turn, parts)
  // Based on the original texts: the font must not change while the user types.
  const areCode = useMemo(() => readTexts(turn.parts).map((text) => isCode(turn, text)), [turn])
  useEffect(() => focusAtEnd(form.current?.querySelector('textarea')), [])
  const canSave = !isBusy && !saving.isPending && parts.length > 0
  const cancel = () => cancelEdit(turn, texts)
  const pressKey = (event: KeyboardEvent) => {
    const { isComposing, keyCode } = event.nativeEvent
    if (isComposing || keyCode === 229) return
    const isSaving = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (event.key !== 'Escape' && !isSaving) return
    event.preventDefault()
    // Elsewhere, Escape stops the running answer.
    event.stopPropagation()
    if (!isSaving) cancel()
    else if (canSave) saving.mutate()
  }
  return (
    <form
      ref={form}
      aria-label={isPrompt ? 'Edit prompt' : 'Edit response'}
      className="flex w-full flex-col gap-2 rounded-xl border border-line-strong bg-raised p-3 focus-within:border-accent"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) saving.mutate()
      }}
      onKeyDown={pressKey}
    >
      <TurnParts parts={turn.parts.filter((part) => part.text === undefined)} from={turn.role} />
      {texts.map((text, index) => (
        <TextArea
          // biome-ignore lint/suspicious/noArrayIndexKey: their number does not change.
          key={index}
          bare
          aria-label={texts.length > 1 ? `Text ${index + 1}` : 'Text'}
          maxHeight="50vh"
          rows={2}
          value={text}
          onChange={({ target }) =>
            writeEdit(
              turn.id,
              texts.map((old, at) => (at === index ? target.value : old)),
            )
          }
          spellCheck={!areCode[index]}
          className={joinClasses(
            'px-1 outline-none',
            areCode[index] ? 'font-mono text-[12.5px] leading-5' : 'text-[14px] leading-6',
          )}
        />
      ))}
      {saving.error && <Notice tone="danger" title={describeError(saving.error)} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto flex items-center gap-1.5 px-1 text-faint text-xs">
          {isBusy ? 'Wait for the current response to finish, or stop it.' : toHint(isPrompt)}
          {canSave && <Kbd keys="mod+enter" />}
        </span>
        <Button size="small" variant="quiet" onClick={cancel}>
          Cancel
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={!canSave}>
          {isPrompt ? 'Send as new branch' : 'Save as new version'}
        </Button>
      </div>
    </form>
  )
}

function toHint(isPrompt: boolean): string {
  return isPrompt
    ? 'The original prompt and its responses stay available.'
    : 'The original response stays available.'
}

function useSaving(turn: Turn, parts: Turn['parts']) {
  const { models } = useModels()
  const { conversationId, id: turnId } = turn
  return useMutation({
    mutationFn: () => {
      const current = fillFromDraft(conversationId, readParameters(conversationId))
      const parameters = turn.role === 'user' ? fitParameters(current, models) : (turn.parameters ?? current)
      return desktop.chat.edit({ conversationId, turnId, parts, parameters })
    },
    onSuccess: ({ turnId: newTurnId }) => {
      endEdit(turnId)
      if (turn.role === 'model') return requestFocus(newTurnId, 'edit')
      requestScroll({ conversationId, turnId: null })
      focusPrompt()
    },
  })
}

/** Discards the edit; a toast can undo it. */
function cancelEdit(turn: Turn, texts: readonly string[]) {
  endEdit(turn.id)
  requestFocus(turn.id, 'edit')
  const old = readTexts(turn.parts)
  if (texts.some((text, index) => text !== old[index])) {
    toastUndo('Edit discarded', () => writeEdit(turn.id, texts))
  }
}

function focusAtEnd(area: HTMLTextAreaElement | null | undefined) {
  area?.focus()
  area?.setSelectionRange(area.value.length, area.value.length)
}
