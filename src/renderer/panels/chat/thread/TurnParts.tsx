// The parts of a turn in their order: text, media, remote files, executed code.
import { Fragment, useMemo } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { CopyButton } from '../../../components/CopyButton'
import { JsonTree } from '../../../components/JsonTree'
import { readText } from '../../../state/answer-text'
import { getAppendLog } from '../../../state/append-log'
import { CodeBlock } from '../markdown/CodeBlock'
import { Markdown } from '../markdown/Markdown'
import { CitedSources } from '../sources/CitationMark'
import { type Citations, joinCitations, readCitations } from '../sources/read-citations'
import { type Segment, type TextSegment, toSegments } from './answer-segments'
import { Media, RemoteFileCard } from './Media'
import type { RawView } from './turn-view'

interface TurnPartsProps {
  readonly parts: Turn['parts']
  /** Prompts are shown as typed, answers as Markdown. */
  readonly from: Turn['role']
  /** The answer whose sources are marked in its text. */
  readonly cited?: Turn
}

export function TurnParts({ parts, from, cited }: TurnPartsProps) {
  return toSegments(parts).map((segment, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: segments are only ever added at the end.
    <Fragment key={index}>{renderSegment(segment, from, cited)}</Fragment>
  ))
}

function renderSegment(segment: Segment, from: Turn['role'], cited: Turn | undefined) {
  switch (segment.kind) {
    case 'code':
      return (
        <div className="markdown">
          <CodeBlock title={segment.title} code={segment.code} />
        </div>
      )
    case 'media':
      return <Media file={segment.file} from={from} turn={cited} />
    case 'remote-file':
      return <RemoteFileCard uri={segment.uri} mimeType={segment.mimeType} />
    case 'text':
      if (from === 'model') return <CitedText segment={segment} turn={cited} />
      return (
        <p className="selectable whitespace-pre-wrap text-[14px] leading-6 [overflow-wrap:anywhere]">
          {segment.text}
        </p>
      )
  }
}

interface CitedTextProps {
  readonly segment: TextSegment
  readonly turn: Turn | undefined
}

const noSources: Citations = { sources: [], citations: new Map() }

/** An answer's text as Markdown, with citation marks. */
function CitedText({ segment: { text, part, parts: count }, turn }: CitedTextProps) {
  // Sources arrive at the end, so a streamed answer has none yet.
  const cited = turn?.state !== 'running' && turn?.metadata?.groundingMetadata ? turn : undefined
  const found = useMemo(() => (cited ? readCitations(cited) : noSources), [cited])
  const citations = useMemo(
    () => (cited ? joinCitations(found, cited.parts.slice(part, part + count), part) : undefined),
    [found, cited, part, count],
  )
  const growth = count === 1 ? getAppendLog(turn?.parts[part]) : undefined
  return (
    <CitedSources sources={found.sources}>
      <Markdown text={text} growth={growth} citations={citations} />
    </CitedSources>
  )
}

/** A turn's text or parts without formatting. */
export function RawTurn({ turn, view }: { turn: Turn; view: RawView }) {
  if (view === 'text') {
    return (
      <pre className="selectable whitespace-pre-wrap font-mono text-sm leading-5 [overflow-wrap:anywhere]">
        {readText(turn)}
      </pre>
    )
  }
  return (
    <div className="relative min-w-64 rounded-lg border border-line bg-sunken p-3">
      <CopyButton
        label="Copy JSON"
        text={() => JSON.stringify(turn.parts, null, 2)}
        className="absolute top-1.5 right-1.5"
      />
      <JsonTree label="Parts" value={turn.parts} />
    </div>
  )
}
