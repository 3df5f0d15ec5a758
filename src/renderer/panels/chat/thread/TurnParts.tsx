// The parts of a turn in their order: text, media, remote files, executed code.
import { Fragment, useMemo } from 'react'
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { writeExactJson } from '#shared/wire/exact-json'
import { isObject } from '#shared/wire/json-objects'
import { CopyButton } from '../../../components/CopyButton'
import { joinClasses } from '../../../components/join-classes'
import { JsonTree } from '../../../json-editor/JsonTree'
import { readText } from '../../../state/answer-text'
import { getAppendLog } from '../../../state/fold-chat'
import { type PartFile, readPartFile } from '../../../state/turn-parts'
import { CodeBlock } from '../markdown/CodeBlock'
import { Markdown } from '../markdown/Markdown'
import { CitedSources } from '../sources/CitationMark'
import { type Citations, joinCitations, readCitations } from '../sources/read-sources'
import { Media, PictureStrip, RemoteFileCard } from './Media'
import { collapsedLines, type RawView } from './turn-view'

interface TurnPartsProps {
  readonly parts: Turn['parts']
  /** Prompts are shown as typed, answers as Markdown. */
  readonly from: Turn['role']
  /** The answer whose sources are marked in its text. */
  readonly cited?: Turn
  /** Texts of prompts show only their first lines. */
  readonly isCollapsed?: boolean
}

export function TurnParts({ parts, from, cited, isCollapsed = false }: TurnPartsProps) {
  const segments = from === 'user' ? groupPictures(toSegments(parts)) : toSegments(parts)
  return segments.map((segment, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: segments are only ever added at the end.
    <Fragment key={index}>{renderSegment(segment, { from, cited, isCollapsed })}</Fragment>
  ))
}

type SegmentOptions = Pick<TurnPartsProps, 'from' | 'isCollapsed'> & { readonly cited: Turn | undefined }

function renderSegment(segment: Segment | PicturesSegment, { from, cited, isCollapsed }: SegmentOptions) {
  switch (segment.kind) {
    case 'code':
      return (
        <div className="markdown">
          <CodeBlock title={segment.title} code={segment.code} />
        </div>
      )
    case 'media':
      return <Media file={segment.file} from={from} turn={cited} />
    case 'pictures':
      return <PictureStrip files={segment.files} turn={cited} />
    case 'remote-file':
      return <RemoteFileCard uri={segment.uri} mimeType={segment.mimeType} />
    case 'text':
      if (from === 'model') return <CitedText segment={segment} turn={cited} />
      return (
        <p
          dir="auto"
          data-part={segment.part}
          style={isCollapsed ? { maxHeight: `${collapsedLines * 24}px` } : undefined}
          className={joinClasses(
            'selectable whitespace-pre-wrap text-reading [overflow-wrap:anywhere] [unicode-bidi:plaintext]',
            isCollapsed &&
              'overflow-clip [mask-image:linear-gradient(to_bottom,black_calc(100%-48px),transparent)]',
          )}
        >
          {segment.text}
        </p>
      )
  }
}

interface TextSegment {
  readonly kind: 'text'
  readonly text: string
  /** The index of its first part, which citations refer to. */
  readonly part: number
  /** The number of parts. */
  readonly parts: number
}

type Segment =
  | TextSegment
  | { readonly kind: 'media'; readonly file: PartFile }
  | { readonly kind: 'remote-file'; readonly uri: string; readonly mimeType: string }
  | { readonly kind: 'code'; readonly title: string; readonly code: string }

interface PicturesSegment {
  readonly kind: 'pictures'
  readonly files: readonly PartFile[]
}

/** Adjacent images are shown as one strip; a single one stays as it is. */
export function groupPictures(segments: readonly Segment[]): (Segment | PicturesSegment)[] {
  const grouped: (Segment | PicturesSegment)[] = []
  for (const segment of segments) {
    const last = grouped.at(-1)
    const isPicture = segment.kind === 'media' && segment.file.mimeType.startsWith('image/')
    if (isPicture && last?.kind === 'pictures')
      grouped[grouped.length - 1] = { ...last, files: [...last.files, segment.file] }
    else if (isPicture && last?.kind === 'media' && last.file.mimeType.startsWith('image/'))
      grouped[grouped.length - 1] = { kind: 'pictures', files: [last.file, segment.file] }
    else grouped.push(segment)
  }
  return grouped
}

/** Joins adjacent texts; skips parts that contain only a signature. */
export function toSegments(parts: readonly Part[]): Segment[] {
  const segments: Segment[] = []
  for (const [index, part] of parts.entries()) {
    const segment = part.thought ? null : toSegment(part, index)
    const last = segments.at(-1)
    if (segment?.kind === 'text' && last?.kind === 'text') {
      const text = last.text + segment.text
      segments[segments.length - 1] = { ...last, text, parts: index - last.part + 1 }
    } else if (segment) segments.push(segment)
  }
  return segments
}

function toSegment(part: Part, index: number): Segment | null {
  if (part.text) return { kind: 'text', text: part.text, part: index, parts: 1 }
  const file = readPartFile(part)
  if (file) return { kind: 'media', file }
  const fetched = part.fileData ?? part.file_data
  if (fetched) {
    const mimeType = fetched.mimeType ?? fetched.mime_type ?? ''
    return { kind: 'remote-file', uri: fetched.fileUri ?? fetched.file_uri ?? '', mimeType }
  }
  return toExecution(part)
}

/** Code that the service has executed, and its output (wire §2.2). */
function toExecution(part: Part): Segment | null {
  const { executableCode: code, codeExecutionResult: result } = part
  if (isObject(code)) return { kind: 'code', title: 'Executed code', code: String(code.code ?? '') }
  if (isObject(result))
    return { kind: 'code', title: 'Output', code: String(result.output ?? result.outcome ?? '') }
  return null
}

interface CitedTextProps {
  readonly segment: TextSegment
  readonly turn: Turn | undefined
}

const noSources: Citations = { sources: [], citations: new Map() }

/** An answer's text as Markdown, with citation marks. */
function CitedText({ segment: { text, part, parts: count }, turn }: CitedTextProps) {
  // Sources are sent at the end, so a streamed answer has none yet.
  const cited = turn?.state !== 'running' && turn?.metadata?.groundingMetadata ? turn : undefined
  const found = useMemo(() => (cited ? readCitations(cited) : noSources), [cited])
  const citations = useMemo(
    () => (cited ? joinCitations(found, cited.parts.slice(part, part + count), part) : undefined),
    [found, cited, part, count],
  )
  const appendLog = count === 1 ? getAppendLog(turn?.parts[part]) : undefined
  return (
    <CitedSources sources={found.sources}>
      <Markdown
        text={text}
        isStreaming={turn?.state === 'running'}
        part={part}
        appendLog={appendLog}
        citations={citations}
      />
    </CitedSources>
  )
}

/** A turn's text or parts without formatting. */
export function RawTurn({ turn, view }: { turn: Turn; view: RawView }) {
  if (view === 'text') {
    return (
      <pre
        dir="auto"
        className="selectable whitespace-pre-wrap font-mono text-sm leading-5 [overflow-wrap:anywhere]"
      >
        {readText(turn)}
      </pre>
    )
  }
  return (
    <div className="relative min-w-64 rounded-lg border border-line bg-sunken p-3">
      <CopyButton
        label="Copy JSON"
        text={() => writeExactJson(turn.parts, 2)}
        className="absolute top-1.5 right-1.5"
      />
      <JsonTree label="Parts" value={turn.parts} />
    </div>
  )
}
