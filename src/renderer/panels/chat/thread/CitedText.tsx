// An answer's text as Markdown, with marks where its sources are cited.
import { useMemo } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { getAppendLog } from '../../../state/append-log'
import { Markdown } from '../markdown/Markdown'
import { CitedSources } from '../sources/CitedSources'
import { type Citation, type Citations, joinCitations, readCitations } from '../sources/read-citations'
import type { TextSegment } from './answer-segments'

interface CitedTextProps {
  readonly segment: TextSegment
  readonly turn: Turn | undefined
}

const nothing: Citations = { sources: [], citations: new Map() }
const none: readonly Citation[] = []

export function CitedText({ segment: { text, part, parts: count }, turn }: CitedTextProps) {
  // Sources come with the end: in an answer that grows nothing is looked for.
  const cited = turn?.state !== 'running' && turn?.metadata?.groundingMetadata ? turn : undefined
  const found = useMemo(() => (cited ? readCitations(cited) : nothing), [cited])
  const citations = useMemo(() => {
    if (found.citations.size === 0) return none
    const joined = cited?.parts.slice(part, part + count).map((each, index) => ({
      index: part + index,
      text: each.thought ? '' : (each.text ?? ''),
    }))
    return joinCitations(found, joined ?? [])
  }, [found, cited, part, count])
  const growth = count === 1 ? getAppendLog(turn?.parts[part]) : undefined
  return (
    <CitedSources sources={found.sources}>
      <Markdown text={text} growth={growth} citations={citations} />
    </CitedSources>
  )
}
