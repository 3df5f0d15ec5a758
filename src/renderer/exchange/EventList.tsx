// The events of a stream with their times, one a line.
import { useMemo } from 'react'
import type { Exchange } from '#shared/schemas/exchange'
import { CodeEditor } from '../components/CodeEditor'
import { Disclosure } from '../components/Disclosure'
import { formatBytes, formatDuration, formatPlural } from '../components/format'

export function EventList({ exchange }: { exchange: Exchange }) {
  const lines = useMemo(() => toEventLines(exchange), [exchange])
  if (lines.length === 0) return null
  return (
    <Disclosure summary={formatPlural(lines.length, 'event')}>
      <CodeEditor
        label="Events"
        value={lines.join('\n')}
        language="text"
        readOnly
        rows={[1, 18]}
        className="font-mono"
      />
    </Disclosure>
  )
}

/** Each with its time, the gap before it and its length; with its text if the log has one for each event. */
export function toEventLines({
  timeline,
  responseBody,
}: Pick<Exchange, 'timeline' | 'responseBody'>): string[] {
  if (timeline.length === 0) return []
  const texts = responseBody.split('\n')
  const hasTexts = texts.every((text) => /^[[{]/.test(text)) || texts.length === timeline.length
  const times = timeline.map(([at]) => formatDuration(at))
  const width = Math.max(...times.map(({ length }) => length))
  return timeline.map(([at, bytes], index) => {
    const gap = formatDuration(at - (timeline[index - 1]?.[0] ?? 0))
    const text = hasTexts ? `  ${texts[index] ?? ''}` : ''
    return `${times[index]?.padStart(width)}  +${gap}  ${formatBytes(bytes)}${text}`.trimEnd()
  })
}
