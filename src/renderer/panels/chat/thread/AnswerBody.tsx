// What an answer says, from its thoughts to its sources.
import type { Turn } from '#shared/schemas/chat'
import { Skeleton } from '../../../components/Skeleton'
import { FunctionCalls } from '../functions/FunctionCalls'
import { Sources } from '../sources/Sources'
import { StructuredAnswer } from '../structured/StructuredAnswer'
import { RawTurn } from './RawTurn'
import { Thoughts } from './Thoughts'
import { TurnParts } from './TurnParts'
import { useRawView } from './turn-view'

export function AnswerBody({ turn, isLast }: { turn: Turn; isLast: boolean }) {
  const raw = useRawView(turn.id)
  if (raw) return <RawTurn turn={turn} view={raw} />
  const isWaiting = turn.state === 'running' && turn.parts.length === 0
  return (
    <>
      <Thoughts turn={turn} />
      {isWaiting && (
        <Skeleton label="Waiting for the first words" widths={['82%', '64%']} className="py-1.5" />
      )}
      {turn.parameters?.structured?.on && isText(turn) ? (
        <StructuredAnswer turn={turn} />
      ) : (
        <TurnParts parts={turn.parts} from="model" cited={turn} />
      )}
      <FunctionCalls turn={turn} isLast={isLast} />
      <Sources turn={turn} />
    </>
  )
}

function isText({ parts }: Turn): boolean {
  return parts.some((part) => part.text && !part.thought) && !parts.some((part) => part.functionCall)
}
