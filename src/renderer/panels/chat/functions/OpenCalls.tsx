// Calls that need results: an editor for each, and a button that sends all results together.
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { toast } from 'sonner'
import type { Turn } from '#shared/schemas/chat'
import { describeError } from '../../../api/describe-error'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { CodeEditor } from '../../../components/CodeEditor'
import { joinClasses } from '../../../components/join-classes'
import { Kbd } from '../../../components/Kbd'
import { useModels } from '../../../models/use-models'
import { sendPrompt } from '../../../state/chat-actions'
import { fitParameters } from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { setParameters, useConversationParameters } from '../../../state/next-parameters'
import {
  fillInstruction,
  findVariableProblem,
  saveSentInstruction,
  useInstructionVariables,
} from '../composer/prompt-variables'
import { CallCard } from './CallDetails'
import {
  addMock,
  type CallDraft,
  clearResultDrafts,
  listResponses,
  type ResultDraft,
  resultDrafts,
  toDrafts,
  writeResult,
  writeResultDraft,
} from './call-drafts'
import { type FunctionCall, type FunctionResult, toResultParts } from './function-results'

interface OpenCallsProps {
  readonly turn: Turn
  readonly calls: readonly FunctionCall[]
  readonly round: number
}

export function OpenCalls({ turn, calls, round }: OpenCallsProps) {
  const container = useRef<HTMLDivElement>(null)
  const [showsErrors, setShowsErrors] = useState(false)
  const reasonId = useId()
  const { conversationId } = turn
  const parameters = useConversationParameters(conversationId)
  const variables = useInstructionVariables(conversationId, parameters)
  const missing = findVariableProblem(variables)
  const { models } = useModels()
  const typed = resultDrafts.useForm(({ turns }) => turns[turn.id])
  const declared = turn.parameters?.functions?.declarations
  const mocks = parameters.functions?.mocks
  const drafts = useMemo(
    () => toDrafts(calls, { typed, declarations: declared ?? [], mocks: mocks ?? [] }),
    [calls, typed, declared, mocks],
  )
  const sending = useMutation({
    mutationFn: async (responses: FunctionResult['response'][]) => {
      const sent = fillInstruction(fitParameters(parameters, models), variables)
      await sendPrompt({ conversationId, parts: toResultParts(calls, responses), parameters: sent })
      saveSentInstruction(conversationId, parameters, sent)
    },
    onSuccess: () => clearResultDrafts(turn.id),
    onError: (error) => toast.error(describeError(error)),
  })
  const send = () => {
    if (sending.isPending) return
    // The fields are below the prompt.
    if (missing) return focusPrompt()
    const responses = listResponses(drafts)
    if (responses) return sending.mutate(responses)
    setShowsErrors(true)
    focusEditor(
      container.current,
      drafts.findIndex(({ parsed }) => 'problem' in parsed),
    )
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // The editor would insert a line break.
    event.preventDefault()
    event.stopPropagation()
    send()
  }
  const saveMock = ({ call, parsed }: CallDraft) => {
    if ('problem' in parsed) return setShowsErrors(true)
    setParameters(turn.conversationId, {
      functions: addMock(parameters.functions, { name: call.name, response: parsed.response }),
    })
    toast.success(`Saved as the mock for ${call.name}`)
  }
  return (
    <div ref={container} onKeyDownCapture={pressKey} className="flex flex-col gap-2">
      {drafts.map((draft, index) => (
        <CallCard key={draft.label} turn={turn} call={draft.call} index={index}>
          <ResultEditor
            draft={draft}
            showsErrors={showsErrors}
            onChange={(change) => writeResultDraft(turn.id, index, change)}
            onSaveMock={() => saveMock(draft)}
          />
        </CallCard>
      ))}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p id={reasonId} className={joinClasses('mr-auto text-sm', missing ? 'text-warn' : 'text-faint')}>
          {missing ? `${missing} below the prompt` : describeWaiting(drafts, round)}
        </p>
        <span className="hidden items-center gap-1.5 text-faint text-xs min-[1000px]:flex">
          <Kbd keys="mod+enter" /> to send
        </span>
        <Button
          variant="primary"
          disabled={sending.isPending || missing !== undefined}
          aria-describedby={missing ? reasonId : undefined}
          onClick={send}
        >
          <Send size={14} aria-hidden="true" />
          Send results
        </Button>
      </div>
    </div>
  )
}

/** Mocks answer a limited number of rounds, because a model may call functions indefinitely. */
function describeWaiting(drafts: readonly CallDraft[], round: number): string {
  const count =
    drafts.length === 1
      ? 'The model is waiting for this result.'
      : `The model is waiting for ${drafts.length} results.`
  const mocked = drafts.every(({ isMock }) => isMock)
  return mocked && round > 1 ? `${count} Round ${round} of function calls.` : count
}

function focusEditor(container: HTMLElement | null, index: number) {
  container?.querySelectorAll<HTMLElement>('.cm-content').item(index)?.focus()
}

interface ResultEditorProps {
  readonly draft: CallDraft
  /** Shows why a result cannot be sent. */
  readonly showsErrors: boolean
  readonly onChange: (change: ResultDraft) => void
  readonly onSaveMock: () => void
}

/** The result of one call: typed, copied from its mock, or an error. */
function ResultEditor({ draft, showsErrors, onChange, onSaveMock }: ResultEditorProps) {
  const { label, text, failing, parsed, mock, isMock } = draft
  const problem = 'problem' in parsed ? parsed.problem : undefined
  const isJson = 'problem' in parsed && parsed.isJson
  // The editor marks syntax errors itself.
  const problems = useMemo(() => (problem && isJson ? [problem] : []), [problem, isJson])
  return (
    <div className="flex flex-col gap-1 border-line border-t pt-2">
      <div className="flex min-h-6 flex-wrap items-center gap-x-1">
        <p className="mr-auto flex items-center gap-2 font-medium text-faint text-xs">
          {failing ? 'Error' : 'Result'}
          {isMock && <Badge>Mock</Badge>}
        </p>
        {mock && !isMock && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => onChange({ failing: false, result: writeResult(mock.response) })}
          >
            Use mock
          </Button>
        )}
        {!isMock && (
          <Button size="small" variant="quiet" onClick={onSaveMock}>
            Save as mock
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => onChange({ failing: !failing })}>
          {failing ? 'Return a result' : 'Return an error'}
        </Button>
      </div>
      <CodeEditor
        label={label}
        value={text}
        onChange={(written) => onChange(failing ? { error: written } : { result: written })}
        language="json"
        problems={problems}
        rows={[3, 14]}
      />
      {showsErrors && problem && (
        <p role="alert" className="text-danger text-sm">
          {problem.message}
        </p>
      )}
    </div>
  )
}
