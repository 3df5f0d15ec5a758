// The problems of a text beneath its editor; each leads to its place.
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { PlacedProblem } from './placed-problem'

interface ProblemListProps {
  readonly problems: readonly PlacedProblem[]
  /** What stands there where nothing is wrong. */
  readonly allRight: string
  readonly pending: boolean
  readonly failure: string | null
  readonly onGoTo: (problem: PlacedProblem) => void
}

export function ProblemList({ problems, allRight, pending, failure, onGoTo }: ProblemListProps) {
  const inOrder = [...problems].sort((one, other) => one.from - other.from)
  return (
    <div
      aria-busy={pending}
      className="h-24 shrink-0 overflow-y-auto rounded-md [@media(max-height:700px)]:h-17 border border-line bg-sunken px-1 py-1 text-sm"
    >
      {failure && <p className="px-1 text-danger leading-6">{failure}</p>}
      {!failure && problems.length === 0 && (
        <p role="status" className="flex items-center gap-1.5 px-1 text-faint leading-6">
          {!pending && <CircleCheck size={14} aria-hidden="true" className="text-ok" />}
          {pending ? 'Checking' : allRight}
        </p>
      )}
      <ul aria-label="Problems">
        {inOrder.map((problem) => (
          <li key={`${problem.path} ${problem.from} ${problem.message}`}>
            <button
              type="button"
              className="flex w-full items-start gap-1.5 rounded-sm px-1 py-1 text-left hover:bg-hover"
              onClick={() => onGoTo(problem)}
            >
              <Mark severity={problem.severity} />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {problem.path && <code className="mr-1.5 font-mono text-soft">{problem.path}</code>}
                {problem.message}
              </span>
              <span className="ml-auto shrink-0 text-faint tabular-nums">line {problem.line}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Mark({ severity }: Pick<PlacedProblem, 'severity'>) {
  const isWarning = severity === 'warning'
  const Icon = isWarning ? TriangleAlert : CircleAlert
  return (
    <Icon
      size={14}
      role="img"
      aria-label={isWarning ? 'Warning' : 'Problem'}
      className={isWarning ? 'mt-px shrink-0 text-warn' : 'mt-px shrink-0 text-danger'}
    />
  )
}
