// Whether an answer is what its schema asks for: said in a line, as the list of what is not, or why nobody knows.
import { CircleCheck } from 'lucide-react'
import { type JsonProblem, readVerdict } from '#shared/schemas/json-problem'
import { Notice } from '../../../components/Notice'

interface SchemaVerdictProps {
  readonly problems: readonly JsonProblem[]
  /** Shows the place of one of them. */
  readonly onShow: (problem: JsonProblem) => void
}

/** Nobody reads more; they are marked in the tree all the same. */
const mostListed = 50

export function SchemaVerdict({ problems, onShow }: SchemaVerdictProps) {
  const verdict = readVerdict(problems)
  if (verdict.kind === 'unchecked') return <Notice tone="quiet" title={verdict.why} />
  if (verdict.kind === 'matches') {
    return (
      <p className="flex items-center gap-1.5 text-ok text-sm">
        <CircleCheck size={14} aria-hidden="true" />
        Matches the schema
      </p>
    )
  }
  const count = problems.length === 1 ? 'at one place' : `at ${problems.length} places`
  return (
    <Notice tone="warn" title={`Does not match the schema ${count}`}>
      <ul aria-label="Violations" className="mt-1 flex max-h-48 flex-col overflow-y-auto">
        {problems.slice(0, mostListed).map((problem) => (
          <li key={`${problem.path} ${problem.message}`}>
            <button
              type="button"
              onClick={() => onShow(problem)}
              className="min-h-6 w-full rounded-sm px-1 py-0.5 text-left text-ink hover:bg-hover"
            >
              <code className="mr-2 font-mono text-xs">{problem.path}</code>
              {problem.message}
            </button>
          </li>
        ))}
      </ul>
      {problems.length > mostListed && <p className="px-1">And {problems.length - mostListed} more.</p>}
    </Notice>
  )
}
