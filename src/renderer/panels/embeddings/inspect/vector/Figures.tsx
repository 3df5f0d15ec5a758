// A few numbers with their names, side by side.

export interface Stat {
  readonly name: string
  readonly value: string
  /** What it means; on hover. */
  readonly about?: string
}

export function StatRow({ label, stats }: { label: string; stats: readonly Stat[] }) {
  return (
    <dl aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(112px,1fr))] gap-x-4 gap-y-2">
      {stats.map(({ name, value, about }) => (
        <div key={name} className="flex min-w-0 flex-col" title={about}>
          <dt className="truncate text-faint text-sm">{name}</dt>
          <dd className="selectable font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
