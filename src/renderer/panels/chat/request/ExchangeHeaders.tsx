// The headers of one direction of an exchange.

interface ExchangeHeadersProps {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
}

export function ExchangeHeaders({ name, headers }: ExchangeHeadersProps) {
  const entries = Object.entries(headers)
  return (
    <div className="flex flex-col gap-1">
      <h4 className="flex h-6 items-center font-medium text-soft text-sm">{name}</h4>
      {entries.length === 0 ? (
        <p className="text-faint text-sm">None.</p>
      ) : (
        <dl className="selectable grid grid-cols-[max-content_1fr] gap-x-3 font-mono text-xs">
          {entries.map(([header, value]) => (
            <div key={header} className="contents">
              <dt className="text-faint">{header}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
