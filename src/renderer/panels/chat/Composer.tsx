// Where a prompt is written, sent, and its answer stopped.
import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { describeError } from '../../desktop/describe-error'
import { Button } from '../../kit/Button'
import { Kbd } from '../../kit/Kbd'
import { Notice } from '../../kit/Notice'
import { Select } from '../../kit/Select'
import { TextArea } from '../../kit/TextArea'
import { sendPrompt, stopAnswer } from '../../session/chat-verbs'
import { fitParameters, readDraft, toDraftKey, useDrafts, writePrompt } from '../../session/drafts'
import { usePromptFocus } from '../../session/prompt-focus'
import { isSending } from './composer-keys'
import { useConversationParameters } from './use-conversation-parameters'
import { useModels } from './use-models'

interface ComposerProps {
  readonly conversationId: string | null
  readonly running: boolean
}

export function Composer({ conversationId, running }: ComposerProps) {
  const key = toDraftKey(conversationId)
  const text = useDrafts(({ drafts }) => readDraft(drafts, key).text)
  const [parameters, changeParameters] = useConversationParameters()
  const { models, groups } = useModels()
  const { state, send, stop } = useSending({ conversationId, running })
  const form = useRef<HTMLFormElement>(null)

  const wishes = usePromptFocus((state) => state.wishes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a conversation calls for the focus.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [conversationId, wishes])

  const submit = () => send({ conversationId, text, parameters: fitParameters(parameters, models) })
  const pressKey = (event: KeyboardEvent) => {
    const { isComposing, keyCode } = event.nativeEvent
    if (!isSending({ ...pickKey(event), isComposing, keyCode })) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      ref={form}
      aria-label="Write a prompt"
      className="mx-auto flex w-full max-w-[784px] flex-col gap-2 px-6 pb-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {state.error && <Notice tone="danger" title={state.error} />}
      <div className="flex flex-col rounded-xl border border-line-strong bg-raised transition-colors focus-within:border-accent">
        <TextArea
          bare
          aria-label="Prompt"
          placeholder="Ask something"
          rows={1}
          maxHeight="40vh"
          value={text}
          onChange={(event) => writePrompt(key, event.target.value)}
          onKeyDown={pressKey}
          className="px-4 pt-3 pb-1 text-[14px] leading-6 outline-none"
        />
        <div className="flex items-center gap-2 p-2 pl-2.5">
          <Select
            label="Model"
            value={parameters.model}
            groups={groups}
            onChange={(model) => changeParameters({ model })}
            className="h-7 max-w-64 border-transparent bg-transparent px-1.5 text-soft"
          />
          <span className="ml-auto hidden items-center gap-1.5 text-faint text-xs min-[1000px]:flex">
            {running ? <Kbd keys="escape" /> : <Kbd keys="enter" />} {running ? 'stops' : 'sends'}
          </span>
          {running ? (
            <Button className="max-[999px]:ml-auto" onClick={stop}>
              <Square size={12} aria-hidden="true" fill="currentColor" />
              Stop
            </Button>
          ) : (
            <Button
              type="submit"
              look="primary"
              className="max-[999px]:ml-auto"
              disabled={state.sending || !text.trim()}
            >
              <ArrowUp size={14} aria-hidden="true" />
              Send
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

function useSending({ conversationId, running }: ComposerProps) {
  const [state, setState] = useState<{ sending: boolean; error: string | null }>({
    sending: false,
    error: null,
  })
  const send = (prompt: Parameters<typeof sendPrompt>[0]) => {
    if (state.sending || running || !prompt.text.trim()) return
    setState({ sending: true, error: null })
    sendPrompt(prompt).then(
      () => setState({ sending: false, error: null }),
      (error) => setState({ sending: false, error: describeError(error) }),
    )
  }
  const stop = () => {
    if (!conversationId) return
    stopAnswer(conversationId).catch((error) => setState({ sending: false, error: describeError(error) }))
  }
  return { state, send, stop }
}

function pickKey({ key, shiftKey, altKey }: KeyboardEvent) {
  return { key, shiftKey, altKey }
}
