// Calls that wait for their results: an editor for each, and all results sent at once.
import { Send } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { toast } from 'sonner'
import type { Turn } from '#shared/schemas/chat'
import { describeError } from '../../../api/describe-error'
import { Button } from '../../../components/Button'
import { Kbd } from '../../../components/Kbd'
import { sendPrompt } from '../../../state/chat-actions'
import { fitParameters } from '../../../state/drafts'
import { setParameters, useConversationParameters } from '../../../state/next-parameters'
import { clearResultDrafts, useResultDrafts, writeResultDraft } from '../state/result-drafts'
import { useModels } from '../use-models'
import { CallDetails, type CallDetailsProps } from './CallDetails'
import { CallHead } from './CallHead'
import { addMock, type CallDraft, readResponses, toDrafts } from './call-drafts'
import { type FunctionCall, toResultParts } from './function-results'
import { ResultEditor } from './ResultEditor'

interface OpenCallsProps {
  readonly turn: Turn
  readonly calls: readonly FunctionCall[]
  readonly round: number
  readonly toDetails: (call: FunctionCall, index: number) => CallDetailsProps
}

export function OpenCalls({ turn, calls, round, toDetails }: OpenCallsProps) {
  const place = useRef<HTMLDivElement>(null)
  const [strict, setStrict] = useState(false)
  const [sending, setSending] = useState(false)
  const parameters = useConversationParameters(turn.conversationId)
  const { models } = useModels()
  const typed = useResultDrafts(({ turns }) => turns[turn.id])
  const declared = turn.parameters?.functions?.declarations
  const mocks = parameters.functions?.mocks
  const drafts = useMemo(
    () => toDrafts(calls, { typed, declarations: declared ?? [], mocks: mocks ?? [] }),
    [calls, typed, declared, mocks],
  )
  const send = async () => {
    if (sending) return
    const responses = readResponses(drafts)
    if (!responses) {
      setStrict(true)
      focusEditor(
        place.current,
        drafts.findIndex(({ read }) => 'mistake' in read),
      )
      return
    }
    setSending(true)
    try {
      const parts = toResultParts(calls, responses)
      await sendPrompt({
        conversationId: turn.conversationId,
        parts,
        parameters: fitParameters(parameters, models),
      })
      clearResultDrafts(turn.id)
    } catch (error) {
      toast.error(describeError(error))
    } finally {
      setSending(false)
    }
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // The editor would begin a new line.
    event.preventDefault()
    event.stopPropagation()
    void send()
  }
  const saveMock = ({ call, read }: CallDraft) => {
    if ('mistake' in read) return setStrict(true)
    setParameters(turn.conversationId, {
      functions: addMock(parameters.functions, { name: call.name, response: read.response }),
    })
    toast.success(`Saved as the mock of ${call.name}.`)
  }
  return (
    <div ref={place} onKeyDownCapture={pressKey} className="flex flex-col gap-2">
      {drafts.map((draft, index) => (
        <article
          key={draft.label}
          aria-label={`Call of ${draft.call.name}`}
          className="flex flex-col gap-2 rounded-lg border border-line bg-canvas px-3 py-2"
        >
          <CallHead call={draft.call} isDeclared={toDetails(draft.call, index).declaration !== undefined} />
          <CallDetails {...toDetails(draft.call, index)} />
          <ResultEditor
            draft={draft}
            strict={strict}
            onChange={(change) => writeResultDraft(turn.id, index, change)}
            onSaveMock={() => saveMock(draft)}
          />
        </article>
      ))}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p className="mr-auto text-faint text-sm">{describeWaiting(drafts, round)}</p>
        <span className="hidden items-center gap-1.5 text-faint text-xs min-[1000px]:flex">
          <Kbd keys="mod+enter" /> sends
        </span>
        <Button look="primary" disabled={sending} onClick={() => void send()}>
          <Send size={14} aria-hidden="true" />
          Send results
        </Button>
      </div>
    </div>
  )
}

/** Mocks answer by themselves for a while only: a model may call for ever. */
function describeWaiting(drafts: readonly CallDraft[], round: number): string {
  const count =
    drafts.length === 1
      ? 'The model waits for this result.'
      : `The model waits for these ${drafts.length} results.`
  const mocked = drafts.every(({ isMock }) => isMock)
  return mocked && round > 1 ? `${count} It has called ${round} times in a row.` : count
}

function focusEditor(place: HTMLElement | null, index: number) {
  place?.querySelectorAll<HTMLElement>('.cm-content').item(index)?.focus()
}
