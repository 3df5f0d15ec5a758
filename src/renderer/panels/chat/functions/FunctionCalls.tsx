// The function calls of an answer, each with its result or with an editor for it.
import { useMemo } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { maxMockRounds } from '#shared/schemas/chat-parameters'
import { writeExactJson } from '#shared/wire/exact-json'
import { Badge } from '../../../components/Badge'
import { Disclosure } from '../../../components/Disclosure'
import { Notice } from '../../../components/Notice'
import { findTurn } from '../../../state/fold-chat'
import { useChat, useTurn } from '../../../state/live-chat'
import { CallCard, CallDetails, CallHead, type CallProps, JsonPart } from './CallDetails'
import { isFromMock, isLoopAtEnd } from './call-drafts'
import {
  countRounds,
  type FunctionResult,
  isFunctionResults,
  pairResults,
  readCalls,
  readResults,
} from './function-results'
import { OpenCalls } from './OpenCalls'

interface FunctionCallsProps {
  readonly turn: Turn
  /** Only calls of the last answer can get results. */
  readonly isLast: boolean
}

export function FunctionCalls({ turn, isLast }: FunctionCallsProps) {
  const { results, answerParameters, wasSkipped, round } = useCallResults(turn)
  const calls = useMemo(() => readCalls(turn.parts), [turn.parts])
  const { ofCalls, others } = pairResults(calls, readResults(results?.parts ?? []))
  if (calls.length + others.length === 0) return null
  const parameters = [turn.parameters, answerParameters]
  return (
    <section aria-label="Function calls" className="flex flex-col gap-2">
      {calls.length > 0 && (
        <header className="flex h-5 items-center gap-2 text-faint text-sm">
          {calls.length === 1 ? '1 function call' : `${calls.length} parallel function calls`}
          {round > 1 && <Badge>{`Round ${round}`}</Badge>}
        </header>
      )}
      {isLast && turn.state === 'complete' && !results ? (
        <>
          <OpenCalls turn={turn} calls={calls} round={round} />
          {turn.parameters && isLoopAtEnd(calls, turn.parameters, round) && <MockLoopNotice />}
        </>
      ) : (
        calls.map((call, index) => {
          const result = ofCalls[index]
          const key = `${index} ${call.name}`
          const props = { turn, call, index }
          if (result) {
            const isMock = isFromMock(result, parameters)
            return <AnsweredCall key={key} {...props} result={result} isMock={isMock} />
          }
          return (
            <CallCard key={key} {...props}>
              {wasSkipped && <p className="text-faint text-sm">No result sent</p>}
            </CallCard>
          )
        })
      )}
      {others.map((result, index) => (
        <article
          // biome-ignore lint/suspicious/noArrayIndexKey: sent results never change.
          key={index}
          aria-label={`Result of ${result.name}`}
          className="rounded-lg border border-line px-3 py-2"
        >
          <JsonPart
            heading={`Result of ${result.name}, with no matching call`}
            label={`Result of ${result.name}`}
            value={result.response}
            empty="Empty object"
          />
        </article>
      ))}
    </section>
  )
}

interface AnsweredCallProps extends CallProps {
  readonly result: FunctionResult
  readonly isMock: boolean
}

/** In characters; more does not fit on a line. */
const maxPreviewLength = 160

function AnsweredCall({ result, isMock, ...props }: AnsweredCallProps) {
  const { call } = props
  const failed = Object.hasOwn(result.response, 'error')
  return (
    <article
      aria-label={`Call to ${call.name}`}
      className="rounded-lg border border-line bg-canvas px-3 py-1.5"
    >
      <Disclosure
        summary={
          <CallHead {...props}>
            {isMock && <Badge>Mock</Badge>}
            {failed && <Badge tone="danger">Error</Badge>}
            <span className="min-w-0 flex-1 basis-0 truncate text-left font-mono text-faint text-xs group-data-[state=open]:hidden">
              {toPreview(call.args)} → {toPreview(result.response)}
            </span>
          </CallHead>
        }
      >
        <div className="flex flex-col gap-2 pt-1 pb-2">
          <CallDetails {...props} />
          <JsonPart
            heading={failed ? 'Error' : 'Result'}
            label={`Result of ${call.name}`}
            value={result.response}
            empty="Empty object"
          />
        </div>
      </Disclosure>
    </article>
  )
}

function toPreview(value: unknown): string {
  return writeExactJson(value ?? {}).slice(0, maxPreviewLength)
}

/** The limit on consecutive mock rounds is reached. */
function MockLoopNotice() {
  return (
    <Notice tone="warn" title={`Stopped after ${maxMockRounds} rounds of mock results`}>
      Models can call functions indefinitely. Choose Send results to allow {maxMockRounds} more rounds. To end
      the loop, send a result that says the task is done, or turn off functions in the inspector and send the
      prompt again.
    </Notice>
  )
}

/** Results of a turn's calls, and the turn after them. */
function useCallResults({ id, conversationId, ...turn }: Turn) {
  const branch = useChat(conversationId, (chat) => chat.branch)
  // Memoized: the chat changes every frame while an answer is streamed, and a branch may be long.
  const index = useMemo(() => branch.lastIndexOf(id), [branch, id])
  const getFollower = (steps: number) => (index < 0 ? '' : (branch[index + steps] ?? ''))
  const next = useTurn(conversationId, getFollower(1))
  const results = next && isFunctionResults(next) ? next : undefined
  const answerId = getFollower(2)
  // The answer to the results may have newer mocks.
  const answerParameters = useChat(conversationId, (chat) => findTurn(chat, answerId)?.parameters)
  const round = useChat(conversationId, (chat) => countRounds(turn, (turnId) => findTurn(chat, turnId)))
  return { results, answerParameters, wasSkipped: next !== undefined && !results, round }
}
