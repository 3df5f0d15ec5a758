// An answer that was asked for as JSON: as a tree, a table and raw, held against its schema.
import { Save, Table as TableIcon } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import type { Turn } from '#shared/schemas/chat'
import type { JsonProblem } from '#shared/schemas/json-problem'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import type { CodeEditorHandle } from '../../../components/CodeEditor'
import { CopyButton } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { Notice } from '../../../components/Notice'
import { lineOf, type Steps } from '../inspector/json-locations'
import { AnswerRaw } from './AnswerRaw'
import { AnswerTable } from './AnswerTable'
import { AnswerTree } from './AnswerTree'
import { SchemaVerdict } from './SchemaVerdict'
import { toCsv } from './to-csv'
import { useStructuredAnswer } from './use-structured-answer'

type View = 'tree' | 'table' | 'raw'

export function StructuredAnswer({ turn }: { turn: Turn }) {
  const answer = useStructuredAnswer(turn)
  const { text, running, read, mistake, problems, failure } = answer
  const [chosen, setChosen] = useState<View | null>(null)
  const [shown, setShown] = useState<{ readonly steps: Steps; readonly at: number } | null>(null)
  const raw = useRef<CodeEditorHandle>(null)
  const view = read ? (chosen ?? 'tree') : 'raw'
  const views = useRef<HTMLDivElement>(null)
  // The raw text is there only after its tab was chosen.
  useEffect(() => {
    if (!shown) return
    if (view === 'raw') raw.current?.goTo(shown.at)
    views.current?.scrollIntoView({ block: 'nearest' })
  }, [shown, view])
  if (text === '') return null
  const show = (problem: JsonProblem) => {
    const { steps, range } = answer.locate(problem)
    setShown({ steps, at: range.from })
    if (view === 'table') setChosen('raw')
  }
  const table = read?.table
  return (
    <section aria-label="Structured answer" className="flex flex-col gap-2">
      <Tabs.Root
        ref={views}
        value={view}
        onValueChange={(next) => setChosen(next === 'tree' || next === 'table' ? next : 'raw')}
        className="overflow-hidden rounded-lg border border-line bg-canvas"
      >
        <div className="flex h-9 items-center justify-between gap-2 border-line border-b bg-frame pr-1 pl-3">
          <Tabs.List aria-label="Views of the answer" className="flex h-full gap-3">
            <ViewTab view="tree" why={toHint(running, mistake !== null)}>
              Tree
            </ViewTab>
            <ViewTab view="table" why={table ? undefined : 'A table needs an array of objects.'}>
              Table
            </ViewTab>
            <ViewTab view="raw">Raw</ViewTab>
          </Tabs.List>
          <span className="flex">
            {table && <CopyButton icon={TableIcon} label="Copy table as CSV" text={() => toCsv(table)} />}
            <CopyButton label="Copy JSON" text={text} />
            <IconButton
              size="small"
              label="Save…"
              icon={Save}
              disabled={running}
              onClick={() => void save(text)}
            />
          </span>
        </div>
        <Tabs.Content value={view} tabIndex={-1} className="outline-none">
          {view === 'tree' && <AnswerTree value={read?.value} marks={answer.marks} shown={shown} />}
          {view === 'table' && table && <AnswerTable table={table} marks={answer.marks} />}
          {view === 'raw' && <AnswerRaw ref={raw} text={text} running={running} problems={answer.ranges} />}
        </Tabs.Content>
      </Tabs.Root>
      {mistake && (
        <Notice tone="warn" title="This is not JSON.">
          It breaks at line {lineOf(text, mistake.from)}. {mistake.message}
        </Notice>
      )}
      {problems && <SchemaVerdict problems={problems} onShow={show} />}
      {failure && (
        <Notice tone="danger" title={`It could not be held against its schema: ${describeError(failure)}`} />
      )}
    </section>
  )
}

interface ViewTabProps {
  readonly view: View
  /** Why it cannot be chosen. */
  readonly why?: string | undefined
  readonly children: ReactNode
}

function ViewTab({ view, why, children }: ViewTabProps) {
  return (
    <Tabs.Trigger
      value={view}
      disabled={why !== undefined}
      title={why}
      className="-mb-px border-transparent border-b-2 text-sm font-medium text-soft transition-colors hover:text-ink disabled:opacity-45 data-[state=active]:border-accent data-[state=active]:text-ink"
    >
      {children}
    </Tabs.Trigger>
  )
}

function toHint(running: boolean, broken: boolean): string | undefined {
  if (running) return 'The answer is not complete yet.'
  return broken ? 'The answer is not JSON.' : undefined
}

async function save(text: string) {
  try {
    const { path } = await desktop.application.saveText({ suggestedName: 'answer.json', text })
    if (path) toast.success(`Saved as ${path}`)
  } catch (error) {
    toast.error(describeError(error))
  }
}
