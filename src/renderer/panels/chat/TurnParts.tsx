// What a turn holds, in its order: text, media, calls.
import type { Turn } from '#shared/schemas/chat'
import { type Segment, toSegments } from './answer-segments'
import { CodeBlock } from './CodeBlock'
import { Markdown } from './Markdown'

interface TurnPartsProps {
  readonly parts: Turn['parts']
  /** Prompts are shown as they were typed. */
  readonly asTyped?: boolean
}

export function TurnParts({ parts, asTyped = false }: TurnPartsProps) {
  return toSegments(parts).map((segment, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: segments are only ever added at the end.
    <SegmentView key={index} segment={segment} asTyped={asTyped} />
  ))
}

function SegmentView({ segment, asTyped }: { segment: Segment; asTyped: boolean }) {
  if (segment.kind === 'code') return <CodeBlockInMarkdown title={segment.title} code={segment.code} />
  if (segment.kind === 'media') return <Media url={segment.url} mimeType={segment.mimeType} />
  if (!asTyped) return <Markdown text={segment.text} />
  return (
    <p className="selectable whitespace-pre-wrap text-[14px] leading-6 [overflow-wrap:anywhere]">
      {segment.text}
    </p>
  )
}

function CodeBlockInMarkdown({ title, code }: { title: string; code: string }) {
  return (
    <div className="markdown">
      <CodeBlock title={title} code={code} />
    </div>
  )
}

function Media({ url, mimeType }: { url: string; mimeType: string }) {
  if (mimeType.startsWith('audio/')) {
    // biome-ignore lint/a11y/useMediaCaption: a model's answer comes without captions.
    return <audio controls src={url} aria-label="Audio" className="w-full" />
  }
  if (mimeType.startsWith('video/')) {
    // biome-ignore lint/a11y/useMediaCaption: a model's answer comes without captions.
    return <video controls src={url} aria-label="Video" className="max-h-[480px] rounded-lg" />
  }
  return (
    <img
      src={url}
      alt="Made by the model"
      className="max-h-[480px] max-w-full self-start rounded-lg border border-line"
    />
  )
}
