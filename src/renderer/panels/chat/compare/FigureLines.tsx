// Names and values, one a line, at the same height in every column.

interface FigureLinesProps {
  readonly label: string
  readonly figures: readonly { readonly name: string; readonly value: string | null }[]
}

export function FigureLines({ label, figures }: FigureLinesProps) {
  return (
    <dl aria-label={label} className="border-line px-4 not-empty:border-t not-empty:py-2">
      {figures.map(({ name, value }) => (
        <div key={name} className="flex h-5 items-center justify-between gap-3 text-xs">
          <dt className="whitespace-nowrap text-faint">{name}</dt>
          <dd className="selectable min-w-0 truncate text-soft tabular-nums" title={value ?? undefined}>
            {value ?? '–'}
          </dd>
        </div>
      ))}
    </dl>
  )
}
