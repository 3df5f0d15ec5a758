// A call that has been answered, folded with its result.
import { Badge } from '../../../components/Badge'
import { Disclosure } from '../../../components/Disclosure'
import { CallDetails, type CallDetailsProps } from './CallDetails'
import { CallHead } from './CallHead'
import type { FunctionResult } from './function-results'
import { JsonPart } from './JsonPart'

interface AnsweredCallProps extends CallDetailsProps {
  readonly result: FunctionResult
  readonly byMock: boolean
}

/** More of it does not fit on its line anyway. */
const longestGlance = 160

export function AnsweredCall({ result, byMock, ...details }: AnsweredCallProps) {
  const { call, declaration } = details
  const failed = Object.hasOwn(result.response, 'error')
  return (
    <article
      aria-label={`Call of ${call.name}`}
      className="rounded-lg border border-line bg-canvas px-3 py-1.5"
    >
      <Disclosure
        summary={
          <CallHead call={call} isDeclared={declaration !== undefined}>
            {byMock && <Badge>Mock</Badge>}
            {failed && <Badge tone="danger">Error</Badge>}
            <span className="min-w-0 flex-1 basis-0 truncate text-left font-mono text-faint text-xs group-data-[state=open]:hidden">
              {toGlance(call.args)} → {toGlance(result.response)}
            </span>
          </CallHead>
        }
      >
        <div className="flex flex-col gap-2 pt-1 pb-2">
          <CallDetails {...details} />
          <JsonPart
            heading={failed ? 'Result: an error' : 'Result'}
            label={`Result of ${call.name}`}
            value={result.response}
            empty="An empty object."
          />
        </div>
      </Disclosure>
    </article>
  )
}

function toGlance(value: unknown): string {
  return (JSON.stringify(value ?? {}) ?? '').slice(0, longestGlance)
}
