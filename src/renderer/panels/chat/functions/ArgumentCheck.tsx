// Whether a call's arguments are what its declaration asks for.
import { useQuery } from '@tanstack/react-query'
import type { FunctionDeclaration } from '#shared/schemas/chat-parameters'
import { readVerdict } from '#shared/schemas/json-problem'
import { desktop } from '../../../api/desktop'
import type { FunctionCall } from './function-results'
import { isRecord } from './read-result'

interface ArgumentCheckProps {
  readonly call: FunctionCall
  readonly declaration: FunctionDeclaration
  /** Names the call in the cache. */
  readonly place: string
}

/** Says nothing where they fit: that is the usual case. */
export function ArgumentCheck({ call, declaration, place }: ArgumentCheckProps) {
  const schema = declaration.parameters ?? declaration.parametersJsonSchema
  const { data: problems = [] } = useQuery({
    queryKey: ['arguments', place, schema, call.args],
    queryFn: ({ signal }) =>
      desktop.schemas.validate({ schema, text: JSON.stringify(call.args ?? {}) }, { signal }),
    enabled: isRecord(schema),
  })
  const verdict = readVerdict(problems)
  if (verdict.kind === 'matches') return null
  if (verdict.kind === 'unchecked') return <p className="text-soft text-sm">{verdict.why}</p>
  return (
    <div className="rounded-md bg-warn-wash px-2 py-1 text-sm">
      <p className="font-medium text-warn">The arguments are not as declared.</p>
      <ul className="selectable">
        {verdict.problems.map(({ path, message }) => (
          <li key={`${path} ${message}`} className="[overflow-wrap:anywhere]">
            <code className="font-mono text-xs">{path}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
