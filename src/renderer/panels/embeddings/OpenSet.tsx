// The open set: its header, and tabs for its table and the views of its vectors.

import { Orbit } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../api/toast-outcome'
import { EmptyState } from '../../components/EmptyState'
import { Notice } from '../../components/Notice'
import { Select } from '../../components/Select'
import { Skeleton } from '../../components/Skeleton'
import { Tabs } from '../../components/Tabs'
import { UnsavedNotice } from '../../notices/UnsavedNotice'
import { useCommandHandler } from '../../state/command-handlers'
import { countPending, describeSource } from './describe-set'
import { CompareView } from './inspect/comparison/CompareView'
import { MatrixView } from './inspect/matrix/MatrixView'
import { NeighborsView } from './inspect/neighbors/NeighborsView'
import type { RowNames } from './inspect/row-names'
import { VectorView } from './inspect/vector/VectorView'
import { MapView } from './map/MapView'
import { Progress } from './Progress'
import { SetHeader } from './SetHeader'
import { runSet } from './state/embedding-actions'
import { useEmbeddingSet } from './state/embedding-set'
import { showTab, useEmbeddingView } from './state/embedding-view'
import { TableView } from './table/TableView'
import { type SetViewProps, useAllRows, useLoadedVectors, useVectors } from './use-set-data'
import type { Vectors } from './vectors/vectors'

interface OpenSetProps {
  readonly set: EmbeddingSet
  readonly lead?: ReactNode
  readonly onAddFile: () => void
}

const views = [
  { id: 'vector', name: 'Vector', View: VectorView, minRows: 1 },
  { id: 'matrix', name: 'Matrix', View: MatrixView, minRows: 2 },
  { id: 'neighbors', name: 'Neighbors', View: NeighborsView, minRows: 1 },
  { id: 'map', name: 'Map', View: MapView, minRows: 2 },
  { id: 'compare', name: 'Compare', View: CompareView, minRows: 2 },
] as const

export function OpenSet({ set, lead, onAddFile }: OpenSetProps) {
  const tab = useEmbeddingView((view) => view.tab)
  const isLost = useEmbeddingSet((live) => live.status === 'lost')
  const needsVectors = tab !== 'table'
  const [dimensions, setDimensions] = useDimensions(set)
  const vectors = useVectors(set, dimensions, needsVectors)
  const allRows = useAllRows(set.id, needsVectors)
  useCommandHandler(
    'embeddings.run',
    () => toastOutcome(runSet(set.id), 'Couldn’t start the run'),
    // Vectors are never requested again without a question.
    () => !set.running && set.otherSource === null && countPending(set) > 0,
  )
  const container = useTabFocus(tab)
  return (
    <div ref={container} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <SetHeader set={set} lead={lead} />
      <UnsavedNotice owner={set.id} what="Vectors" className="px-4 pt-2" />
      {isLost && (
        <div className="px-4 pt-2">
          <Notice tone="warn" title="Connection to this set lost. Reconnecting…" />
        </div>
      )}
      {!set.running && (
        <div className="px-4 py-2 empty:hidden">
          <SourceNotice set={set} />
        </div>
      )}
      <Tabs
        label="Set views"
        value={tab}
        onChange={showTab}
        aside={
          needsVectors &&
          set.dimensions.length > 1 && (
            <MixedDimensions set={set} value={dimensions} onChange={setDimensions} />
          )
        }
        tabs={[
          { id: 'table', name: 'Table', content: <TableView set={set} onAddFile={onAddFile} /> },
          ...views.map(({ id, name, ...view }) => ({
            id,
            name,
            content: <VectorTab set={set} allRows={allRows} vectors={vectors} {...view} />,
          })),
        ]}
      />
    </div>
  )
}

/** Why rows are not run, or which vectors a run would replace. */
function SourceNotice({ set }: { set: EmbeddingSet }) {
  const { upstream, otherSource } = set
  if (otherSource !== null)
    return (
      <Notice tone="warn" title={`Requests now go to ${otherSource}`}>
        The vectors in this set are from a file: {upstream ? describeSource(set) : 'their model is unknown'}.
        Vectors of different models can’t be compared. Run the set to embed every row again, or duplicate it.
      </Notice>
    )
  if (upstream?.previous === undefined || countPending(set) === 0) return null
  return (
    <Notice tone="warn" title={`Requests now go to ${describeSource(set)}`}>
      Vectors of different models can’t be compared, so these rows are not run. Those of {upstream.previous}{' '}
      stay cached and return if you switch back.
    </Notice>
  )
}

interface MixedDimensionsProps {
  readonly set: EmbeddingSet
  readonly value: number | null
  readonly onChange: (dimensions: number) => void
}

/** Only vectors of one length can be compared with each other. */
function MixedDimensions({ set, value, onChange }: MixedDimensionsProps) {
  const options = set.dimensions.map((each) => ({
    value: String(each),
    label: `${each} dimensions`,
    description: 'Only vectors with the same number of dimensions can be compared. Other rows are hidden.',
  }))
  return (
    <Select
      label="Dimensions"
      value={String(value)}
      groups={[{ label: '', options }]}
      className="h-6!"
      onChange={(next) => onChange(Number(next))}
    />
  )
}

/** The selected length if there are several; null while there is no vector. */
function useDimensions(set: EmbeddingSet): [number | null, (dimensions: number) => void] {
  const [requested, setRequested] = useState<number | null>(null)
  const { outputDimensionality } = set.settings
  const found = [requested, outputDimensionality, set.dimensions[0]].find(
    (each) => typeof each === 'number' && set.dimensions.includes(each),
  )
  return [found ?? null, setRequested]
}

/** Moves the focus into the new view if the element that opened it was removed with the previous one. */
function useTabFocus(tab: string) {
  const container = useRef<HTMLDivElement>(null)
  const previousTab = useRef(tab)
  useEffect(() => {
    if (previousTab.current === tab) return
    previousTab.current = tab
    // The previous view is removed shortly after the new one is rendered.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      container.current?.querySelector<HTMLElement>('[role="tabpanel"][data-state="active"]')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [tab])
  return container
}

interface VectorViewOptions {
  readonly View: ComponentType<SetViewProps>
  /** The minimum number of rows: two for views that compare vectors. */
  readonly minRows: 1 | 2
}

interface VectorTabProps extends VectorViewOptions {
  readonly set: EmbeddingSet
  readonly allRows: ReturnType<typeof useAllRows>
  readonly vectors: Vectors | null
}

function VectorTab({ set, allRows, vectors, ...view }: VectorTabProps) {
  const { names, share, problem } = allRows
  if (set.counts.done === 0) return <NoVectors set={set} />
  if (problem && !names) return <Problem title="Couldn’t load rows">{problem}</Problem>
  if (!names && set.counts.rows > 2000) {
    return (
      <div className="flex p-5">
        <Progress label="Loading rows…" share={share} />
      </div>
    )
  }
  if (!names || !vectors) {
    return <Skeleton label="Loading vectors…" widths={['46%', '72%', '64%']} className="p-6" />
  }
  return <LoadedTab set={set} names={names} vectors={vectors} {...view} />
}

interface LoadedTabProps extends VectorViewOptions {
  readonly set: EmbeddingSet
  readonly names: RowNames
  readonly vectors: Vectors
}

function LoadedTab({ View, minRows, ...data }: LoadedTabProps) {
  const { opened, error } = useLoadedVectors(data.vectors)
  if (error) return <Problem title="Couldn’t load vectors">{error}</Problem>
  if (!opened)
    return <Skeleton label="Loading vectors…" widths={['40%', '72%', '64%', '80%']} className="p-5" />
  const count = opened.rowIds.length
  if (count >= minRows) return <View {...data} opened={opened} />
  return (
    <EmptyState icon={Orbit} title={count === 0 ? 'No vectors yet' : 'Only one vector'}>
      <p>
        {count === 0
          ? 'Run the set from the Table tab to create vectors.'
          : 'Add another text and run the set. This view compares vectors.'}
      </p>
    </EmptyState>
  )
}

function Problem({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="p-5">
      <Notice tone="danger" title={title}>
        {children}
      </Notice>
    </div>
  )
}

function NoVectors({ set: { running, counts } }: { set: EmbeddingSet }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 p-8 text-center">
      <h2 className="font-semibold text-lg">{running ? 'Embedding…' : 'No vectors yet'}</h2>
      <p className="max-w-[52ch] text-soft">
        {running
          ? 'Vectors appear here as they arrive.'
          : counts.rows === 0
            ? 'Add texts in the Table tab, then choose Run.'
            : counts.failed > 0
              ? 'No rows were embedded. See the errors in the Table tab.'
              : 'Choose Run or press Ctrl+Enter to embed every row.'}
      </p>
    </div>
  )
}
