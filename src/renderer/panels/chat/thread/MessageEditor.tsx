// The form that edits the texts of a message in place, with fields for the variables in them.
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { parseTemplate } from '#shared/templates/prompt-template'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { joinClasses } from '../../../components/join-classes'
import { findJsonError } from '../../../components/json-error'
import { Kbd } from '../../../components/Kbd'
import { MarkedTextArea } from '../../../components/MarkedTextArea'
import { Notice } from '../../../components/Notice'
import { useModels } from '../../../models/use-models'
import { fitParameters } from '../../../state/drafts'
import { focusPrompt, requestScroll } from '../../../state/focus-requests'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { readParameters, useConversationParameters } from '../../../state/next-parameters'
import {
  fillInstruction,
  fillVariables,
  findVariableProblem,
  noVariables,
  type PromptVariables,
  saveSentInstruction,
  useEditVariables,
} from '../composer/prompt-variables'
import { VariableFields } from '../composer/VariableFields'
import { readFencedBlock } from '../markdown/markdown-lines'
import { TurnParts } from './TurnParts'
import { discardEdit, endEdit, readTexts, toEditKey, writeEdit, writeTexts } from './turn-edits'
import { requestFocus } from './turn-view'

interface MessageEditorProps {
  /** The ID of the turn, or of the queued prompt. */
  readonly id: string
  readonly label: string
  readonly from: Turn['role']
  readonly parts: readonly Part[]
  readonly texts: readonly string[]
  /** Whether each text is shown as code. */
  readonly areCode: readonly boolean[]
  readonly variables: PromptVariables
  /** The effect of saving, or why the message cannot be saved now. */
  readonly hint: string
  readonly isBlocked?: boolean
  readonly isSaving: boolean
  readonly error: Error | null
  readonly saveLabel: string
  /** Called with the message's parts; their variables are filled. */
  readonly onSave: (parts: Part[]) => void
  readonly onCancel: () => void
  /** Further buttons. */
  readonly actions?: ReactNode
}

export function MessageEditor(props: MessageEditorProps) {
  const { id, label, from, parts, texts, areCode, variables, saveLabel, onSave, onCancel } = props
  const form = useRef<HTMLFormElement>(null)
  const hintId = useId()
  const [fillRequest, setFillRequest] = useState(0)
  useEffect(() => focusAtEnd(form.current?.querySelector('textarea')), [])
  const problem = findVariableProblem(variables)
  const isEmpty = writeTexts(parts, texts).length === 0
  const canSave = !props.isBlocked && !props.isSaving && !isEmpty && problem === undefined
  const save = () => {
    if (canSave) {
      const filled = texts.map((text) => fillVariables(text, variables))
      onSave(writeTexts(parts, filled))
    } else if (problem) setFillRequest((before) => before + 1)
  }
  const pressKey = (event: KeyboardEvent) => {
    const { isComposing, keyCode } = event.nativeEvent
    const { target, currentTarget } = event
    // React also passes on the keys of a list that is rendered elsewhere in the page.
    const isInside = target instanceof Node && currentTarget.contains(target)
    if (!isInside || isComposing || keyCode === 229) return
    // The fields of variables handle Ctrl+Enter themselves.
    const isSaving = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented
    if (event.key !== 'Escape' && !isSaving) return
    event.preventDefault()
    // Elsewhere, Escape stops the running answer.
    event.stopPropagation()
    if (isSaving) save()
    else onCancel()
  }
  return (
    <form
      ref={form}
      aria-label={label}
      className="@container flex w-full flex-col gap-2 rounded-xl border border-line-strong bg-raised p-3 focus-within:border-accent"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={pressKey}
    >
      <TurnParts parts={parts.filter((part) => part.text === undefined)} from={from} />
      {texts.map((text, index) => (
        <EditedText
          // biome-ignore lint/suspicious/noArrayIndexKey: their number does not change.
          key={index}
          name={texts.length > 1 ? `Text ${index + 1}` : 'Text'}
          text={text}
          isCode={areCode[index] ?? false}
          isMarked={!variables.isLiteral && variables.variables.length > 0}
          onChange={(written) =>
            writeEdit(
              id,
              texts.map((old, at) => (at === index ? written : old)),
            )
          }
        />
      ))}
      <VariableFields
        draftKey={toEditKey(id)}
        prompt={variables}
        focusRequest={fillRequest}
        className="mx-1"
      />
      {props.error && <Notice tone="danger" title={describeError(props.error)} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span
          id={hintId}
          className={joinClasses(
            'mr-auto flex items-center gap-1.5 px-1 text-xs',
            problem ? 'text-warn' : 'text-faint',
          )}
        >
          {problem ?? props.hint}
          {canSave && <Kbd keys="mod+enter" />}
        </span>
        {props.actions}
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="small"
          variant="primary"
          type="submit"
          disabled={!canSave}
          aria-describedby={canSave ? undefined : hintId}
        >
          {saveLabel}
        </Button>
      </div>
    </form>
  )
}

interface EditedTextProps {
  readonly name: string
  readonly text: string
  readonly isCode: boolean
  /** Variables are highlighted. */
  readonly isMarked: boolean
  readonly onChange: (text: string) => void
}

function EditedText({ name, text, isCode, isMarked, onChange }: EditedTextProps) {
  const ranges = useMemo(
    () => (isMarked && text.includes('{{') ? parseTemplate(text).ranges : []),
    [isMarked, text],
  )
  return (
    <MarkedTextArea
      bare
      ranges={ranges}
      aria-label={name}
      maxHeight="50vh"
      rows={2}
      value={text}
      onChange={({ target }) => onChange(target.value)}
      spellCheck={!isCode}
      className={joinClasses('px-1 outline-none', isCode ? 'font-mono text-sm leading-5' : 'text-reading')}
    />
  )
}

function focusAtEnd(area: HTMLTextAreaElement | null | undefined) {
  area?.focus()
  area?.setSelectionRange(area.value.length, area.value.length)
}

/** Whether to edit in a monospaced font: answers requested as JSON, any JSON, and a single code block. */
export function isCode({ role, parameters }: Pick<Turn, 'role' | 'parameters'>, text: string) {
  if (role === 'model' && parameters?.structured?.on) return true
  // A single word or number is valid JSON, too, but not intended as JSON.
  if (/^\s*[[{]/.test(text)) return findJsonError(text) === null
  const fenced = readFencedBlock(text)
  // Only the last line closes the fence: after a closing fence there would be prose.
  return fenced !== null && !/^ {0,3}(```|~~~)/m.test(fenced.code)
}

export function TurnEditor({ turn, texts }: { readonly turn: Turn; readonly texts: readonly string[] }) {
  const { conversationId, id, role, parts } = turn
  const isPrompt = role === 'user'
  const isBusy = useChat(conversationId, isRunning)
  const original = useMemo(() => readTexts(parts), [parts])
  const own = useConversationParameters(conversationId)
  const found = useEditVariables(toEditKey(id), { conversationId, original, texts, parameters: own })
  const variables = isPrompt ? found : noVariables
  const saving = useSaving(turn, variables)
  return (
    <MessageEditor
      id={id}
      label={isPrompt ? 'Edit prompt' : 'Edit response'}
      from={role}
      parts={parts}
      texts={texts}
      // Based on the original texts: the font must not change while the user types.
      areCode={useMemo(() => original.map((text) => isCode(turn, text)), [turn, original])}
      variables={variables}
      hint={isBusy ? 'Wait for the current response to finish, or stop it.' : toHint(isPrompt)}
      isBlocked={isBusy}
      isSaving={saving.isPending}
      error={saving.error}
      saveLabel={isPrompt ? 'Send as new branch' : 'Save as new version'}
      onSave={saving.mutate}
      onCancel={() => {
        discardEdit(id, texts, original)
        requestFocus(id, 'edit')
      }}
    />
  )
}

function toHint(isPrompt: boolean): string {
  return isPrompt
    ? 'The original prompt and its responses stay available.'
    : 'The original response stays available.'
}

function useSaving(turn: Turn, variables: PromptVariables) {
  const { models } = useModels()
  const { conversationId, id: turnId, role } = turn
  return useMutation({
    mutationFn: async (parts: Part[]) => {
      const written = readParameters(conversationId)
      const current = fillInstruction(written, variables)
      const parameters = role === 'user' ? fitParameters(current, models) : (turn.parameters ?? current)
      const edited = await desktop.chat.edit({ conversationId, turnId, parts, parameters })
      if (role === 'user') saveSentInstruction(conversationId, written, parameters)
      return edited
    },
    onSuccess: ({ turnId: newTurnId }) => {
      endEdit(turnId)
      if (role === 'model') return requestFocus(newTurnId, 'edit')
      requestScroll({ conversationId, turnId: null })
      focusPrompt()
    },
  })
}
