// An answer in JSON: as a tree, a table and raw text, validated against its schema.
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Save, Table as TableIcon } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { type JsonProblem, readVerdict } from '#shared/schemas/json-problem'
import { parseExactJson } from '#shared/wire/exact-json'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { toastOutcome, toSaved } from '../../../api/toast-outcome'
import { CodeEditor, type CodeEditorHandle } from '../../../components/CodeEditor'
import { CopyButton } from '../../../components/CopyButton'
import { formatCount, formatPlural } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { findJsonError } from '../../../components/json-error'
import { Notice } from '../../../components/Notice'
import { JsonTree } from '../../../json-editor/JsonTree'
import { createLocator, lineOf, parseJsonPath } from '../../../json-editor/json-locations'
import { readText } from '../../../state/answer-text'
import { StreamedText } from '../markdown/StreamedText'
import { AnswerTable, findTable, toCsv } from './AnswerTable'

type View = 'tree' | 'table' | 'raw'

export function StructuredAnswer({ turn }: { turn: Turn }) {
  const answer = useStructuredAnswer(turn)
  const { text, running, parsed, syntaxError, problems, failure } = answer
  const [selected, setSelected] = useState<View | null>(null)
  /** The position in the raw text to go to; a new object for each request. */
  const [shown, setShown] = useState<{ readonly at: number } | null>(null)
  const raw = useRef<CodeEditorHandle>(null)
  const treeHint = toTreeHint(answer)
  const view = parsed ? (selected ?? (treeHint === undefined ? 'tree' : 'raw')) : 'raw'
  const views = useRef<HTMLDivElement>(null)
  // The raw text is rendered only after its tab is selected.
  useEffect(() => {
    if (!shown) return
    if (view === 'raw') raw.current?.goTo(shown.at)
    views.current?.scrollIntoView({ block: 'nearest' })
  }, [shown, view])
  if (text === '') return null
  const show = (problem: JsonProblem) => {
    setShown({ at: answer.toRange(problem).from })
    setSelected('raw')
  }
  const table = parsed?.table
  return (
    <section aria-label="Structured response" className="flex flex-col gap-2">
      <Tabs.Root
        ref={views}
        value={view}
        onValueChange={(next) => setSelected(next === 'tree' || next === 'table' ? next : 'raw')}
        className="overflow-hidden rounded-lg border border-line bg-canvas"
      >
        <div className="flex h-9 items-center justify-between gap-2 border-line border-b bg-frame pr-1 pl-3">
          <Tabs.List aria-label="Response views" className="flex h-full gap-3">
            <ViewTab view="tree" hint={treeHint}>
              Tree
            </ViewTab>
            <ViewTab view="table" hint={table ? undefined : 'Table view requires an array of objects.'}>
              Table
            </ViewTab>
            <ViewTab view="raw">Raw</ViewTab>
          </Tabs.List>
          <span className="flex">
            {table && <CopyButton icon={TableIcon} label="Copy table as CSV" text={() => toCsv(table)} />}
            <CopyButton label="Copy JSON" text={text} />
            <IconButton
              size="small"
              label="Save as…"
              icon={Save}
              disabled={running}
              onClick={() => toastOutcome(save(text))}
            />
          </span>
        </div>
        <Tabs.Content value={view} tabIndex={-1} className="outline-none">
          {view === 'tree' && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
            <div tabIndex={0} className="max-h-[min(420px,50vh)] overflow-y-auto px-4 py-2">
              <JsonTree label="Response as tree" value={Object(parsed?.value)} />
            </div>
          )}
          {view === 'table' && table && <AnswerTable table={table} marks={answer.marks} />}
          {view === 'raw' && running && (
            <div className="selectable whitespace-pre-wrap px-3 py-2 font-mono text-sm leading-[calc(18px*var(--line-growth))] [overflow-wrap:anywhere]">
              <StreamedText text={text} />
            </div>
          )}
          {view === 'raw' && !running && (
            <CodeEditor
              ref={raw}
              label="Raw response"
              value={text}
              language="json"
              readOnly
              problems={answer.ranges}
              rows={[1, 23]}
              className="rounded-none border-0 bg-transparent [&_.cm-scroller]:max-h-[min(426px,50vh)]!"
            />
          )}
        </Tabs.Content>
      </Tabs.Root>
      {syntaxError && (
        <Notice tone="warn" title="Not valid JSON">
          Line {lineOf(text, syntaxError.from)}: {syntaxError.message}
        </Notice>
      )}
      {problems && <SchemaVerdict problems={problems} onShow={show} />}
      {failure && (
        <Notice tone="danger" title={`Couldn’t validate against the schema: ${describeError(failure)}`} />
      )}
    </section>
  )
}

const none: readonly JsonProblem[] = []

/** An answer’s JSON, parsed once it is complete, and the result of its validation. */
function useStructuredAnswer(turn: Turn) {
  const running = turn.state === 'running'
  const text = readText(turn)
  const syntaxError = useMemo(() => (running ? null : findJsonError(text)), [running, text])
  // Undefined while the answer is streamed, and if it is not JSON.
  const parsed = useMemo(() => {
    if (running || syntaxError) return undefined
    const value = parseExactJson(text)
    return { value, table: findTable(value) }
  }, [running, syntaxError, text])
  const schema = turn.parameters?.structured?.schema
  const { data: problems, error: failure } = useQuery({
    // The id is enough: a finished answer's text never changes.
    queryKey: ['structured', turn.id],
    queryFn: ({ signal }) => desktop.schemas.validate({ schema, text }, { signal }),
    enabled: parsed !== undefined && schema !== undefined,
  })
  const located = useMemo(() => {
    const verdict = readVerdict(problems ?? none)
    const differences = verdict.kind === 'differs' ? verdict.problems : none
    const locate = differences.length > 0 ? createLocator(text) : () => ({ from: 0, to: 0 })
    const toRange = ({ path }: JsonProblem) => locate(parseJsonPath(path))
    const describe = ({ path, message }: JsonProblem) => `${path} ${message}`
    /** By path, for the cells of the table; a value may have several problems. */
    const marks = new Map<string, string>()
    for (const { path, message } of differences)
      marks.set(path, [marks.get(path), message].filter(Boolean).join('; '))
    return {
      toRange,
      marks,
      ranges: differences.map((problem) => ({ ...toRange(problem), message: describe(problem) })),
    }
  }, [text, problems])
  return { text, running, parsed, syntaxError, problems, failure, ...located }
}

interface ViewTabProps {
  readonly view: View
  /** Why the tab is disabled. */
  readonly hint?: string | undefined
  readonly children: ReactNode
}

function ViewTab({ view, hint, children }: ViewTabProps) {
  return (
    <Tabs.Trigger
      value={view}
      disabled={hint !== undefined}
      title={hint}
      className="-mb-px border-transparent border-b-2 text-sm font-medium text-soft transition-colors hover:text-ink disabled:opacity-45 data-[state=active]:border-accent data-[state=active]:text-ink"
    >
      {children}
    </Tabs.Trigger>
  )
}

/** In characters: a tree renders all its expanded nodes. */
const maxTreeLength = 100_000

function toTreeHint({
  text,
  running,
  syntaxError,
  parsed,
}: ReturnType<typeof useStructuredAnswer>): string | undefined {
  if (running) return 'Wait for the response to finish.'
  if (syntaxError) return 'The response isn’t valid JSON.'
  if (typeof parsed?.value !== 'object' || parsed.value === null)
    return 'Tree view requires an object or an array.'
  return text.length > maxTreeLength ? 'The response is too large for a tree.' : undefined
}

async function save(text: string) {
  const { path } = await desktop.application.saveText({ suggestedName: 'answer.json', text })
  return toSaved(path)
}

interface SchemaVerdictProps {
  readonly problems: readonly JsonProblem[]
  /** Scrolls to one of the violations. */
  readonly onShow: (problem: JsonProblem) => void
}

/** The raw text marks all of them. */
const maxListed = 50

/** Whether an answer matches its schema: a line, the list of violations, or why it was not validated. */
function SchemaVerdict({ problems, onShow }: SchemaVerdictProps) {
  const verdict = readVerdict(problems)
  if (verdict.kind === 'unchecked') return <Notice tone="quiet" title={verdict.reason} />
  if (verdict.kind === 'matches') {
    return (
      <p className="flex items-center gap-1.5 text-ok text-sm">
        <CircleCheck size={14} aria-hidden="true" />
        Matches the schema
      </p>
    )
  }
  const count = `in ${formatPlural(problems.length, 'place')}`
  return (
    <Notice tone="warn" title={`Doesn’t match the schema ${count}`}>
      <ul aria-label="Violations" className="mt-1 flex max-h-48 flex-col overflow-y-auto">
        {problems.slice(0, maxListed).map((problem) => (
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
      {problems.length > maxListed && <p className="px-1">{formatCount(problems.length - maxListed)} more</p>}
    </Notice>
  )
}
