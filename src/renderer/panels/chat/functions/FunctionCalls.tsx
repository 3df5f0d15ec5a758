// The function calls of an answer: each with its result, or with the place where that is written.
import { useMemo } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { Badge } from '../../../components/Badge'
import { AnsweredCall } from './AnsweredCall'
import { CallDetails } from './CallDetails'
import { CallHead } from './CallHead'
import { isFromMock, isLoopAtEnd } from './call-drafts'
import { type FunctionCall, pairResults, readCalls, readResults } from './function-results'
import { JsonPart } from './JsonPart'
import { LoopEnd } from './LoopEnd'
import { OpenCalls } from './OpenCalls'
import { useCallAnswers } from './use-call-answers'

interface FunctionCallsProps {
  readonly turn: Turn
  /** Only the last answer's calls can be answered. */
  readonly isLast: boolean
}

export function FunctionCalls({ turn, isLast }: FunctionCallsProps) {
  const { results, sentWith, passedOver, round } = useCallAnswers(turn)
  const calls = useMemo(() => readCalls(turn.parts), [turn.parts])
  const { ofCalls, others } = pairResults(calls, readResults(results?.parts ?? []))
  if (calls.length + others.length === 0) return null
  const asked = [turn.parameters, sentWith]
  const toDetails = (call: FunctionCall, index: number) => ({
    call,
    declaration: turn.parameters?.functions?.declarations.find(({ name }) => name === call.name),
    place: `${turn.id} ${index}`,
  })
  return (
    <section aria-label="Function calls" className="flex flex-col gap-2">
      {calls.length > 0 && (
        <header className="flex h-5 items-center gap-2 text-faint text-sm">
          {calls.length === 1 ? 'One function is called' : `${calls.length} functions are called at once`}
          {round > 1 && <Badge>{`Round ${round}`}</Badge>}
        </header>
      )}
      {isLast && turn.state === 'complete' && !results ? (
        <>
          <OpenCalls turn={turn} calls={calls} round={round} toDetails={toDetails} />
          {turn.parameters && isLoopAtEnd(calls, turn.parameters, round) && <LoopEnd />}
        </>
      ) : (
        calls.map((call, index) => {
          const result = ofCalls[index]
          const key = `${index} ${call.name}`
          if (!result) return <CallWithoutResult key={key} {...toDetails(call, index)} told={passedOver} />
          const byMock = isFromMock(result, asked)
          return <AnsweredCall key={key} {...toDetails(call, index)} result={result} byMock={byMock} />
        })
      )}
      {others.map((result, index) => (
        <article
          // biome-ignore lint/suspicious/noArrayIndexKey: results that were sent never change.
          key={index}
          aria-label={`Result of ${result.name}`}
          className="rounded-lg border border-line px-3 py-2"
        >
          <JsonPart
            heading={`A result of ${result.name} that no call asked for`}
            label={`Result of ${result.name}`}
            value={result.response}
            empty="An empty object."
          />
        </article>
      ))}
    </section>
  )
}

type CallWithoutResultProps = Parameters<typeof CallDetails>[0] & { readonly told: boolean }

function CallWithoutResult({ told, ...details }: CallWithoutResultProps) {
  const { call, declaration } = details
  return (
    <article
      aria-label={`Call of ${call.name}`}
      className="flex flex-col gap-2 rounded-lg border border-line bg-canvas px-3 py-2"
    >
      <CallHead call={call} isDeclared={declaration !== undefined} />
      <CallDetails {...details} />
      {told && <p className="text-faint text-sm">No result was sent.</p>}
    </article>
  )
}
