// The mark of one or more sources at its place in the text: it names them, and asks before it opens one.

import { Tooltip } from '../../../components/Tooltip'
import { confirmOpenLink } from '../state/link-to-open'
import { useCitedSources } from './CitedSources'
import { readHost, type Source } from './read-sources'

export function CitationMark({ numbers }: { numbers: readonly number[] }) {
  const cited = useCitedSources()
  const sources = numbers.flatMap((number) => cited.find((source) => source.number === number) ?? [])
  if (sources.length === 0) return null
  return (
    <sup data-mark="citation" className="whitespace-nowrap">
      {sources.map((source) => (
        <SourceMark key={source.number} source={source} />
      ))}
    </sup>
  )
}

function SourceMark({ source: { number, title, address } }: { source: Source }) {
  const host = readHost(address)
  return (
    <Tooltip label={host && host !== title ? `${title}: ${host}` : title}>
      <button
        type="button"
        className="mark"
        aria-label={`Source ${number}: ${title}`}
        aria-disabled={!address}
        onClick={() => address && confirmOpenLink(address)}
      >
        [{number}]
      </button>
    </Tooltip>
  )
}
