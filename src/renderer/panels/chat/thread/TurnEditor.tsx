// Edits a turn in place.
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { desktop } from '../../../api/desktop'
import { useModels } from '../../../models/use-models'
import { fitParameters } from '../../../state/drafts'
import { focusPrompt, requestScroll } from '../../../state/focus-requests'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { readParameters, useConversationParameters } from '../../../state/next-parameters'
import {
  fillInstruction,
  noVariables,
  type PromptVariables,
  saveSentInstruction,
  useEditVariables,
} from '../composer/prompt-variables'
import { isCode } from './is-code'
import { MessageEditor } from './MessageEditor'
import { discardEdit, endEdit, readTexts, toEditKey } from './turn-edits'
import { requestFocus } from './turn-view'

interface TurnEditorProps {
  readonly turn: Turn
  readonly texts: readonly string[]
}

export function TurnEditor({ turn, texts }: TurnEditorProps) {
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
