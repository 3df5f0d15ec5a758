// Lists the nearest rows to a row of the set, or to a typed text.
import { useCallback, useMemo, useRef, useState } from 'react'
import {
  type EmbeddingSet,
  hasImportedVectors,
  type TaskType,
  toQueryTask,
} from '#shared/schemas/embedding-set'
import { describeError } from '../../../../api/describe-error'
import { desktop } from '../../../../api/desktop'
import type { CallOptions } from '../../../../api/worker-calls'
import { Button } from '../../../../components/Button'
import { CopyButton } from '../../../../components/CopyButton'
import { formatPlural } from '../../../../components/format'
import { isPlainEnter } from '../../../../components/keyboard'
import { Notice } from '../../../../components/Notice'
import { SegmentedControl } from '../../../../components/SegmentedControl'
import { Skeleton } from '../../../../components/Skeleton'
import { TextArea } from '../../../../components/TextInput'
import { describeModel, importedReason, taskNames } from '../../describe-set'
import { TaskSelect } from '../../settings/SettingsFields'
import {
  chooseQueryTask,
  type QueryAnswer,
  saveQueryAnswer,
  setComparison,
  typeQuery,
  useEmbeddingComparison,
} from '../../state/embedding-comparison'
import { selectRow, useSelectedRow } from '../../state/embedding-view'
import type { LoadedVectors, SetViewProps } from '../../use-set-data'
import type { Neighbor, Origin } from '../../vectors/vector-types'
import type { Vectors } from '../../vectors/vectors'
import { type Computation, ComputationStatus, useComputation } from '../ComputationStatus'
import { MetricBar, metricNames, NeighborCountField } from '../MetricBar'
import { RowPicker, zeroReason } from '../RowPicker'
import { explainMissing } from '../row-names'
import { writeNeighbors } from '../write-tsv'
import { NeighborList } from './NeighborList'

const origins = [
  { value: 'row', name: 'Row' },
  { value: 'query', name: 'Custom text' },
] as const

export function NeighborsView({ set, names, vectors, opened }: SetViewProps) {
  const { metric, nearest, origin: kind } = useEmbeddingComparison()
  const rowId = useSelectedRow() ?? opened.rowIds[0] ?? 0
  const { origin, problem } = useOrigin(set, opened, kind === 'row' ? rowId : null)
  const isZero =
    origin !== null && ('rowId' in origin ? opened.zeros.has(rowId) : isZeroVector(origin.vector))
  const reason =
    kind === 'row' && !origin
      ? explainMissing(names.find(rowId), opened.dimensions)
      : isZero
        ? zeroReason
        : problem
  const computation = useNeighbors(vectors, origin, nearest)
  const neighbors = computation.answer?.neighbors
  const showNeighborsOf = (id: number) => {
    setComparison({ origin: 'row' })
    selectRow(id)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 py-4">
      <MetricBar norms={opened.norms}>
        <div>
          <SegmentedControl
            label="Search by"
            value={kind}
            options={origins}
            onChange={(next) => setComparison({ origin: next })}
          />
        </div>
        <NeighborCountField />
        <CopyButton
          label="Copy as TSV"
          disabled={!neighbors || neighbors.length === 0}
          text={() => writeNeighbors(neighbors ?? [], names, metricNames[metric].name)}
        />
      </MetricBar>
      {kind === 'row' ? (
        <div className="flex min-w-0 shrink-0 items-center gap-2">
          <RowPicker
            label="Row"
            names={names}
            rowIds={opened.known}
            zeros={opened.zeros}
            value={rowId}
            onPick={selectRow}
          />
        </div>
      ) : hasImportedVectors(set) ? (
        <Notice tone="quiet" title={importedReason} />
      ) : (
        <QueryForm set={set} />
      )}
      {reason && <Notice tone="quiet" title={reason} />}
      <ComputationStatus label="Finding neighbors…" computation={computation} />
      {neighbors && !isZero && opened.zeros.size > 0 && (
        <p className="shrink-0 text-faint text-sm">
          {formatPlural(opened.zeros.size, 'row')} with a zero vector left out
        </p>
      )}
      {neighbors ? (
        <NeighborList
          label="Nearest rows"
          neighbors={neighbors}
          metric={metric}
          names={names}
          onSelect={showNeighborsOf}
        />
      ) : (
        origin &&
        !computation.error &&
        !computation.isCanceled && <Skeleton label="Finding neighbors…" widths={['72%', '64%', '80%']} />
      )}
    </div>
  )
}

/** `rowId` null: the neighbors of the typed text. Without an origin, `problem` gives the reason if there is one. */
function useOrigin(set: EmbeddingSet, { known, dimensions }: LoadedVectors, rowId: number | null) {
  const answer = useQueryVector(set)
  return useMemo((): { origin: Origin | null; problem: string | null } => {
    if (rowId !== null) return { origin: known.has(rowId) ? { rowId } : null, problem: null }
    if (!answer) return { origin: null, problem: null }
    const { length } = answer.vector
    if (length === dimensions) return { origin: { vector: answer.vector }, problem: null }
    const problem = `The query has ${length} dimensions, but the set has ${dimensions}. They can’t be compared.`
    return { origin: null, problem }
  }, [known, dimensions, rowId, answer])
}

function isZeroVector(vector: ArrayLike<number>): boolean {
  return Array.from(vector).every((value) => value === 0)
}

function QueryForm({ set }: { set: EmbeddingSet }) {
  const taskType = useQueryTask(set)
  const fitting = toQueryTask(set.settings.taskType)
  const text = useEmbeddingComparison(({ queries }) => queries[set.id] ?? '')
  const answer = useQueryVector(set)
  const { isRequesting, error, request, stop } = useQueryRequest(set, taskType)
  const canSend = text.trim() !== '' && !isRequesting
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex min-w-0 items-start gap-2">
        <TextArea
          aria-label="Query"
          rows={1}
          maxHeight={120}
          placeholder="Type a text to find its nearest rows"
          value={text}
          onChange={({ target }) => typeQuery(set.id, target.value)}
          onKeyDown={(event) => {
            // Ctrl+Enter is left to the key that runs the set.
            if (!isEnter(event.nativeEvent)) return
            event.preventDefault()
            if (canSend) void request(text)
          }}
          className="min-w-0 flex-1"
        />
        {isRequesting ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button variant="primary" disabled={!canSend} onClick={() => void request(text)}>
            Find
          </Button>
        )}
      </div>
      {answer && answer.text !== text.trim() && (
        <p className="truncate text-soft text-sm">Nearest rows to “{answer.text}”.</p>
      )}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-faint text-sm">
        <span>Embedded with {describeModel(set)} as</span>
        <TaskSelect
          value={taskType}
          className="h-7! w-auto!"
          onChange={(next) => chooseQueryTask(set.id, next === fitting ? undefined : next)}
        />
        {taskType !== fitting && (
          <span>
            {fitting === null ? 'The set has no task type.' : `“${taskNames[fitting].name}” fits this set.`}
          </span>
        )}
        {answer?.cached && answer.text === text.trim() && <span>From cache. No request was sent.</span>}
      </p>
      {error && <Notice tone="danger" title={error} />}
    </div>
  )
}

function isEnter({ key, shiftKey, altKey, isComposing, keyCode }: KeyboardEvent): boolean {
  return isPlainEnter({ key, shiftKey, altKey, isComposing, keyCode, ctrlKey: false, metaKey: false })
}

function useQueryTask({ id, settings }: EmbeddingSet): TaskType | null {
  const selected = useEmbeddingComparison(({ queryTasks }) => queryTasks[id])
  return selected === undefined ? toQueryTask(settings.taskType) : selected
}

function toQueryKey(set: EmbeddingSet, taskType: TaskType | null): string {
  const { model, outputDimensionality } = set.settings
  const { id, address, model: sentAs } = set.upstream ?? {}
  return JSON.stringify([model, outputDimensionality, taskType, id, address, sentAs])
}

function useQueryVector(set: EmbeddingSet): QueryAnswer | undefined {
  const taskType = useQueryTask(set)
  const answer = useEmbeddingComparison(({ answers }) => answers[set.id])
  return answer?.settings === toQueryKey(set, taskType) ? answer : undefined
}

function useQueryRequest(set: EmbeddingSet, taskType: TaskType | null) {
  const [isRequesting, setRequesting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const pending = useRef<AbortController | null>(null)
  const request = async (text: string) => {
    const controller = new AbortController()
    const settings = toQueryKey(set, taskType)
    pending.current = controller
    setRequesting(true)
    setError(null)
    try {
      const answer = await desktop.embeddings.query(
        { id: set.id, text, taskType },
        { signal: controller.signal },
      )
      saveQueryAnswer(set.id, { ...answer, text: text.trim(), settings })
    } catch (failure) {
      if (!controller.signal.aborted) setError(describeError(failure))
    } finally {
      setRequesting(false)
    }
  }
  return { isRequesting, error, request, stop: () => pending.current?.abort() }
}

interface NearestRows {
  readonly origin: Origin
  readonly neighbors: readonly Neighbor[]
}

/** `origin` must be memoized; null finds nothing. The answer may be of an earlier origin. */
export function useNeighbors(vectors: Vectors, origin: Origin | null, k: number): Computation<NearestRows> {
  const metric = useEmbeddingComparison((options) => options.metric)
  const normalize = useEmbeddingComparison((options) => options.normalize)
  const request = useCallback(
    async ({ signal }: CallOptions) => {
      const neighbors = origin
        ? await vectors.call('neighbors', { origin, k, metric, normalize }, { signal })
        : []
      return { origin: origin ?? { vector: [] }, neighbors }
    },
    [vectors, origin, k, metric, normalize],
  )
  return useComputation(origin && k > 0 ? request : null)
}
