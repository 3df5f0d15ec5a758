// An answer's JSON, parsed once it is complete, and the result of its validation.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { type JsonProblem, readVerdict } from '#shared/schemas/json-problem'
import { desktop } from '../../../api/desktop'
import { findJsonError } from '../../../components/json-error'
import { readText } from '../../../state/answer-text'
import { createLocator, formatJsonPath, parseJsonPath } from '../inspector/json-locations'
import { findTable } from './find-table'
import { followSteps } from './tree-rows'

const none: readonly JsonProblem[] = []

export function useStructuredAnswer(turn: Turn) {
  const running = turn.state === 'running'
  const text = readText(turn)
  const mistake = useMemo(() => (running ? null : findJsonError(text)), [running, text])
  // Undefined while the answer is streamed, and if it is not JSON.
  const parsed = useMemo(() => {
    if (running || mistake) return undefined
    const value: unknown = JSON.parse(text)
    return { value, table: findTable(value) }
  }, [running, mistake, text])
  const schema = turn.parameters?.structured?.schema
  const { data: problems, error: failure } = useQuery({
    // The id is enough: a finished answer's text never changes.
    queryKey: ['structured', turn.id],
    queryFn: ({ signal }) => desktop.schemas.validate({ schema, text }, { signal }),
    enabled: parsed !== undefined && schema !== undefined,
  })
  const located = useMemo(() => {
    const verdict = readVerdict(problems ?? none)
    return locateProblems(text, parsed?.value, verdict.kind === 'differs' ? verdict.problems : none)
  }, [text, parsed, problems])
  return { text, running, parsed, mistake, problems, failure, ...located }
}

function locateProblems(text: string, value: unknown, problems: readonly JsonProblem[]) {
  const toRange = problems.length > 0 ? createLocator(text) : () => ({ from: 0, to: 0 })
  const locate = ({ path }: JsonProblem) => {
    const steps = parseJsonPath(path)
    return { steps: followSteps(value, steps), range: toRange(steps) }
  }
  // By path; a message about a missing property is also at its nearest ancestor.
  const marks = new Map<string, string>()
  for (const problem of problems) {
    const { steps } = locate(problem)
    const path = formatJsonPath(steps)
    // At an ancestor the message must name the path, or it would seem to be about the ancestor.
    const message = problem.path === path ? problem.message : `${problem.path} ${problem.message}`
    marks.set(path, [marks.get(path), message].filter(Boolean).join('; '))
    // A table has a cell for the missing property.
    if (problem.path !== path) marks.set(problem.path, problem.message)
  }
  const ranges = problems.map((problem) => ({
    ...locate(problem).range,
    message: `${problem.path} ${problem.message}`,
  }))
  return { marks, ranges, locate }
}
