// The vendor's own HTML of search suggestions: drawn where it can run nothing, load nothing and lead nowhere.
import { useMemo } from 'react'
import { estimateHeight, toConfinedPage } from './confined-page'

export function SearchSuggestions({ html }: { html: string }) {
  const page = useMemo(() => toConfinedPage(html), [html])
  return (
    <iframe
      title="Search suggestions"
      sandbox=""
      referrerPolicy="no-referrer"
      srcDoc={page}
      style={{ height: estimateHeight(html) }}
      className="block w-full rounded-lg border border-line"
    />
  )
}
