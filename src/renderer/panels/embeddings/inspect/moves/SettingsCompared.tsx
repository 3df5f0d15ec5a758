// The settings of two sets side by side; where they differ it stands out.
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { joinClasses } from '../../../../components/join-classes'
import { taskNames } from '../../settings/task-types'

export function SettingsCompared({ set, other }: { set: EmbeddingSet; other: EmbeddingSet }) {
  const lines = [
    ['Model', ({ settings }: EmbeddingSet) => settings.model],
    [
      'Task type',
      ({ settings: { taskType } }: EmbeddingSet) => (taskType ? taskNames[taskType].name : 'None'),
    ],
    ['Dimensions', ({ dimensions }: EmbeddingSet) => dimensions.join(', ') || 'Not run yet'],
  ] as const
  return (
    <table aria-label="Settings" className="w-full max-w-2xl shrink-0 table-fixed text-left">
      <thead>
        <tr className="text-faint text-sm">
          <td className="w-24" />
          <th scope="col" className="truncate pr-3 font-medium">
            {set.name}
          </th>
          <th scope="col" className="truncate font-medium">
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
