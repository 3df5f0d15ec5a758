// The looks at the operation, the newest first.
import type { Poll, VideoJob } from '#shared/schemas/video-job'
import { Disclosure } from '../../../components/Disclosure'
import { formatTime } from '../../../components/format'

const words: Readonly<Record<Poll['found'], string>> = {
  running: 'Still being made',
  done: 'Done',
  error: 'No answer',
}

export function PollLog({ job: { polls, pollCount } }: { job: VideoJob }) {
  if (polls.length === 0) return null
  const summary = pollCount === 1 ? 'Log: 1 look' : `Log: ${pollCount} looks`
  return (
    <Disclosure summary={summary}>
      <ol aria-label="Log" className="mt-1 flex flex-col gap-0.5 pl-4 text-sm tabular-nums">
        {[...polls].reverse().map(({ at, found, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two looks may have the same moment.
          <li key={index} className="flex gap-3">
            <time dateTime={new Date(at).toISOString()} className="shrink-0 text-faint">
              {formatTime(at)}
            </time>
            <span className="selectable min-w-0 text-soft [overflow-wrap:anywhere]">
              {message ?? words[found]}
            </span>
          </li>
        ))}
      </ol>
      {pollCount > polls.length && <p className="mt-1 pl-4 text-faint text-sm">Earlier ones are not kept.</p>}
    </Disclosure>
  )
}
