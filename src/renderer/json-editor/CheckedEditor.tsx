// A JSON editor whose text is checked while the user types: problems are marked in it and listed below it.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { type ComponentProps, useMemo, useRef } from 'react'
import { describeError } from '../api/describe-error'
import { CodeEditor, type CodeEditorHandle } from '../components/CodeEditor'
import { useDebounced } from '../components/use-debounced'
import { type LocatedProblem, toMarks } from './json-locations'

type EditorProps = ComponentProps<typeof CodeEditor>

interface CheckedEditorProps
  extends Pick<EditorProps, 'label' | 'value' | 'complete' | 'readPaste' | 'placeholder'> {
  /** Null before the first check is done. */
  readonly problems: readonly LocatedProblem[] | null
  readonly pending: boolean
  readonly failure: string | null
  /** Shown if there is no problem. */
  readonly validMessage: string
  readonly onChange: (text: string) => void
}

const none: readonly LocatedProblem[] = []

export function CheckedEditor({
  problems,
  pending,
  failure,
  validMessage,
  ...editorProps
}: CheckedEditorProps) {
  const editor = useRef<CodeEditorHandle>(null)
  const listed = problems ?? none
  const marks = useMemo(() => toMarks(listed), [listed])
  return (
    <>
      <div data-first-focus className="flex min-h-24 flex-1 flex-col">
        <CodeEditor ref={editor} fill language="json" problems={marks} {...editorProps} />
      </div>
      <ProblemList
        problems={listed}
        validMessage={validMessage}
        pending={pending}
        failure={failure}
        onGoTo={({ from }) => editor.current?.goTo(from)}
      />
    </>
  )
}

interface ProblemListProps {
  readonly problems: readonly LocatedProblem[]
  /** Shown if there is no problem. */
  readonly validMessage: string
  readonly pending: boolean
  readonly failure: string | null
  readonly onGoTo: (problem: LocatedProblem) => void
}

function ProblemList({ problems, validMessage, pending, failure, onGoTo }: ProblemListProps) {
  const inOrder = [...problems].sort((a, b) => a.from - b.from)
  return (
    <div
      aria-busy={pending}
      className="h-24 shrink-0 overflow-y-auto rounded-md [@media(max-height:700px)]:h-17 border border-line bg-sunken px-1 py-1 text-sm"
    >
      {failure && <p className="px-1 text-danger leading-6">{failure}</p>}
      {!failure && problems.length === 0 && (
        <p role="status" className="flex items-center gap-1.5 px-1 text-faint leading-6">
          {!pending && <CircleCheck size={14} aria-hidden="true" className="text-ok" />}
          {pending ? 'Checking…' : validMessage}
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

function Mark({ severity }: Pick<LocatedProblem, 'severity'>) {
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

/** Milliseconds, less than the editor's own delay: marks always belong to the current text. */
const delay = 150

export interface AsyncCheck<Result> {
  /** While pending, the result of an earlier text. */
  readonly result: Result | null
  readonly pending: boolean
  /** Why the text could not be checked. */
  readonly failure: string | null
}

/** Checks the text that `subject` identifies: the result is cached as long as it stays the same. */
export function useAsyncCheck<Result>(
  subject: readonly string[],
  check: () => Promise<Result>,
): AsyncCheck<Result> {
  const key = JSON.stringify(subject)
  const settled = useDebounced(key, delay)
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ['check', settled],
    queryFn: check,
    enabled: settled === key,
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const pending = settled !== key || isPending || isPlaceholderData
  return { result: data ?? null, pending, failure: error && describeError(error) }
}
