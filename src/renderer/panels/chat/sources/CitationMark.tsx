// The mark of one or more sources in an answer's text; asks before it opens a source.
import { createContext, type ReactNode, useContext } from 'react'
import { Tooltip } from '../../../components/Tooltip'
import { confirmOpenLink, isOpenable } from '../state/link-to-open'
import { readHost, type Source } from './read-sources'

export function CitationMark({ numbers }: { numbers: readonly number[] }) {
  const cited = useContext(SourcesContext)
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

function SourceMark({ source: { number, title, url } }: { source: Source }) {
  const host = readHost(url)
  return (
    <Tooltip label={host && host !== title ? `${title}: ${host}` : title}>
      <button
        type="button"
        className="mark"
        aria-label={`Source ${number}: ${title}`}
        aria-disabled={!isOpenable(url)}
        onClick={() => isOpenable(url) && confirmOpenLink(url)}
      >
        [{number}]
      </button>
    </Tooltip>
  )
}

const SourcesContext = createContext<readonly Source[]>([])

/** Provides an answer's sources to the marks in its text. */
export function CitedSources({ sources, children }: { sources: readonly Source[]; children: ReactNode }) {
  return <SourcesContext value={sources}>{children}</SourcesContext>
}
