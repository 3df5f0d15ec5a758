// An answer's JSON, read once it is whole, and what its schema says of it.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { type JsonProblem, readVerdict } from '#shared/schemas/json-problem'
import { desktop } from '../../../api/desktop'
import { findJsonMistake, type JsonMistake } from '../../../components/json-mistake'
import { readText } from '../../../state/answer-text'
import {
  createLocator,
  formatJsonPath,
  parseJsonPath,
  type Steps,
  type TextRange,
} from '../inspector/json-locations'
import { findTable, type Table } from './find-table'
import { followSteps } from './tree-rows'

interface StructuredAnswer {
  readonly text: string
  readonly running: boolean
  /** Undefined while it grows, and where it is no JSON. */
  readonly read: { readonly value: unknown; readonly table: Table | null } | undefined
  readonly mistake: JsonMistake | null
  /** Undefined until it has been checked. */
  readonly problems: readonly JsonProblem[] | undefined
  readonly failure: Error | null
  /** By path; what is about something that is missing stands at the nearest thing around it, too. */
  readonly marks: ReadonlyMap<string, string>
  /** For the raw text. */
  readonly ranges: readonly (TextRange & { readonly message: string })[]
  readonly locate: (problem: JsonProblem) => { readonly steps: Steps; readonly range: TextRange }
}

const none: readonly JsonProblem[] = []

export function useStructuredAnswer(turn: Turn): StructuredAnswer {
  const running = turn.state === 'running'
  const text = readText(turn)
  const mistake = useMemo(() => (running ? null : findJsonMistake(text)), [running, text])
  const read = useMemo(() => {
    if (running || mistake) return undefined
    const value: unknown = JSON.parse(text)
    return { value, table: findTable(value) }
  }, [running, mistake, text])
  const schema = turn.parameters?.structured?.schema
  const { data: problems, error: failure } = useQuery({
    // A finished answer's text never changes: its id stands for it.
    queryKey: ['structured', turn.id],
    queryFn: ({ signal }) => desktop.schemas.validate({ schema, text }, { signal }),
    enabled: read !== undefined && schema !== undefined,
  })
  const places = useMemo(() => {
    const verdict = readVerdict(problems ?? none)
    return locateAll(text, read?.value, verdict.kind === 'differs' ? verdict.problems : none)
  }, [text, read, problems])
  return { text, running, read, mistake, problems, failure, ...places }
}

function locateAll(text: string, value: unknown, problems: readonly JsonProblem[]) {
  const toRange = problems.length > 0 ? createLocator(text) : () => ({ from: 0, to: 0 })
  const locate = ({ path }: JsonProblem) => {
    const steps = parseJsonPath(path)
    return { steps: followSteps(value, steps), range: toRange(steps) }
  }
  const marks = new Map<string, string>()
  for (const problem of problems) {
    const { steps } = locate(problem)
    const place = formatJsonPath(steps)
    // At the nearest thing around it the path must be said, or it would seem to be about that.
    const message = problem.path === place ? problem.message : `${problem.path} ${problem.message}`
    marks.set(place, [marks.get(place), message].filter(Boolean).join('; '))
    // A table has a cell for what is missing.
    if (problem.path !== place) marks.set(problem.path, problem.message)
  }
  const ranges = problems.map((problem) => ({
    ...locate(problem).range,
    message: `${problem.path} ${problem.message}`,
  }))
  return { marks, ranges, locate }
}
