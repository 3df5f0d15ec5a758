// Compares the same texts under two settings: how neighbors change from one set to the other.
import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { Button } from '../../../../components/Button'
import { EmptyState } from '../../../../components/EmptyState'
import { joinClasses } from '../../../../components/join-classes'
import { Notice } from '../../../../components/Notice'
import { Select } from '../../../../components/Select'
import { describeModel, taskNames } from '../../describe-set'
import { DuplicateSetDialog } from '../../settings/EmbeddingsInspector'
import { useSets } from '../../state/embedding-actions'
import { type SetViewProps, useOpenVectors } from '../../use-set-data'
import { ComputationStatus } from '../ComputationStatus'
import { MetricBar, NeighborCountField } from '../MetricBar'
import { ComparisonSummary } from './ComparisonSummary'
import { groupSets, listComparableSets, toStateKey, useComparison, useLooserNorms } from './compare-sets'

export function CompareView(props: SetViewProps) {
  const { set } = props
  const { sets, isKnown } = useSets()
  const [requested, setRequested] = useState<string | null>(null)
  const [isDuplicating, setIsDuplicating] = useState(false)
  const others = listComparableSets(set, sets)
  const other = others.find(({ id }) => id === requested) ?? others[0]
  const duplicateButton = (
    <Button onClick={() => setIsDuplicating(true)} size="small">
      Duplicate set…
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 py-4">
      {other ? (
        <>
          <div className="flex min-w-0 shrink-0 flex-wrap items-center gap-2">
            <span aria-hidden="true" className="text-soft">
              Compare with
            </span>
            <Select
              label="Other set"
              value={other.id}
              groups={groupSets(set, others)}
              onChange={setRequested}
              className="min-w-48 flex-1"
            />
            {duplicateButton}
          </div>
          <Compared key={other.id} {...props} other={other} />
        </>
      ) : (
        isKnown && (
          <EmptyState icon={GitCompareArrows} title="Compare embedding settings">
            <p>
              Duplicate this set with a different model, task type, or number of dimensions. Run the copy,
              then see here how each row’s nearest neighbors change.
            </p>
            {duplicateButton}
          </EmptyState>
        )
      )}
      {isDuplicating && <DuplicateSetDialog set={set} onClose={() => setIsDuplicating(false)} />}
    </div>
  )
}

function Compared({ set, names, vectors, opened, other }: SetViewProps & { other: EmbeddingSet }) {
  const [selectedDimensions, setSelectedDimensions] = useState<number | null>(null)
  const otherDimensions = other.dimensions
  const defaultDimensions = otherDimensions.includes(opened.dimensions)
    ? opened.dimensions
    : (otherDimensions[0] ?? null)
  const dimensions =
    selectedDimensions !== null && otherDimensions.includes(selectedDimensions)
      ? selectedDimensions
      : defaultDimensions
  const otherVectors = useOpenVectors(other.running ? null : other.id, dimensions, toStateKey(other))
  const norms = useLooserNorms(opened.norms, otherVectors)
  const work = useComparison({
    setId: set.id,
    vectors,
    otherId: other.id,
    other: otherVectors,
    texts: names,
  })
  return (
    <>
      <SettingsCompared set={set} other={other} />
      {other.running && (
        <Notice
          tone="quiet"
          title={`“${other.name}” is still running. The comparison starts when it finishes.`}
        />
      )}
      {!other.running && dimensions === null && (
        <Notice tone="quiet" title={`“${other.name}” hasn’t been run yet`}>
          Open it from the list of sets and run it, then compare.
        </Notice>
      )}
      {dimensions !== null && (
        <>
          <MetricBar norms={norms}>
            <NeighborCountField />
            {otherDimensions.length > 1 && (
              <Select
                label="Dimensions of the other set"
                value={String(dimensions)}
                groups={[
                  {
                    label: '',
                    options: otherDimensions.map((each) => ({
                      value: String(each),
                      label: `${each} dimensions`,
                    })),
                  },
                ]}
                onChange={(next) => setSelectedDimensions(Number(next))}
              />
            )}
          </MetricBar>
          <div className="-my-2 min-h-6 shrink-0">
            <ComputationStatus label="Comparing neighbors…" computation={work} />
          </div>
          {work.answer && otherVectors && (
            <ComparisonSummary
              comparison={work.answer}
              vectors={vectors}
              other={otherVectors}
              otherName={other.name}
              names={names}
            />
          )}
        </>
      )}
    </>
  )
}

function SettingsCompared({ set, other }: { set: EmbeddingSet; other: EmbeddingSet }) {
  const lines = [
    ['Model', describeModel],
    [
      'Task type',
      ({ settings: { taskType } }: EmbeddingSet) => (taskType ? taskNames[taskType].name : 'None'),
    ],
    ['Dimensions', ({ dimensions }: EmbeddingSet) => dimensions.join(', ') || 'Not run'],
  ] as const
  return (
    <table aria-label="Settings" className="w-full max-w-2xl shrink-0 table-fixed text-left">
      <thead>
        <tr className="text-faint text-sm">
          <td className="w-24" />
          <th scope="col" className="truncate pr-3 font-medium" title={set.name}>
            {set.name}
          </th>
          <th scope="col" className="truncate font-medium" title={other.name}>
            {other.name}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, read]) => (
          <tr key={name} className={joinClasses(read(set) === read(other) ? 'text-faint' : 'text-ink')}>
            <th scope="row" className="font-normal text-faint text-sm">
              {name}
            </th>
            <td className="truncate pr-3">{read(set)}</td>
            <td className="truncate">{read(other)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
