// One job in the list: its poster, its prompt and its state.
import { Clapperboard } from 'lucide-react'
import { type KeyboardEvent, memo } from 'react'
import type { VideoJob } from '#shared/schemas/video-job'
import { joinClasses } from '../../../components/join-classes'
import { ContextMenu } from '../../../components/Menu'
import { entry } from '../../../components/move-focus'
import { RowMenuButton } from '../../../components/RowMenuButton'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { isCommandKey, keysOf } from '../../../state/keymap'
import { openVideo, playVideo } from '../../../state/video-form'
import { describeState, toFormRatio } from './describe-job'
import { jobActions, listJobActions, runJobAction } from './job-actions'

interface JobRowProps {
  readonly job: VideoJob
  /** Its state and age. */
  readonly line: string
  /** The next step, the problem, or the result. */
  readonly detail: string
  readonly open: boolean
  /** Tab reaches this row; the arrow keys move to the others. */
  readonly tabbable: boolean
  readonly onFocus: (id: string) => void
}

export const JobRow = memo(function JobRow({ job, line, detail, open, tabbable, onFocus }: JobRowProps) {
  const { id, form, upstream, videos } = job
  const actions = listJobActions(job)
  const tabIndex = tabbable ? 0 : -1
  const pressKey = (event: KeyboardEvent) => {
    if (isCommandKey(event, 'list.delete') && actions.includes('remove')) runJobAction('remove', job)
    else if (event.key === ' ' && videos.length > 0) playVideo(id)
    else return
    event.preventDefault()
  }
  const label = `Actions for “${form.prompt}”`
  const items = actions.map((action) => {
    const { name, icon } = jobActions[action]
    return {
      name,
      icon,
      ...(action === 'remove' && { ...keysOf('list.delete'), hasSeparator: true }),
      onSelect: () => runJobAction(action, job),
    }
  })
  return (
    <ContextMenu label={label} items={items}>
      <div
        className={joinClasses(
          'group relative flex h-15 items-center rounded-md pr-1.5 focus-within:bg-hover hover:bg-hover',
          open && 'bg-hover',
        )}
      >
        <button
          type="button"
          {...entry}
          data-job={id}
          tabIndex={tabIndex}
          title={[form.prompt, line, detail].join('\n')}
          aria-current={open ? 'true' : undefined}
          onFocus={() => onFocus(id)}
          onClick={() => openVideo(id)}
          onKeyDown={pressKey}
          className="flex h-full min-w-0 flex-1 items-center gap-2.5 rounded-md pl-1.5 text-left focus-visible:outline-offset-[-2px]"
        >
          <Cover job={job} />
          <span className="flex min-w-0 flex-1 flex-col">
            <span dir="auto" className={joinClasses('truncate', open ? 'font-medium text-ink' : 'text-soft')}>
              {form.prompt}
            </span>
            <span className="flex items-center gap-1.5 text-faint text-xs tabular-nums">
              <span
                aria-hidden="true"
                className={joinClasses(
                  'size-1.5 shrink-0 rounded-full',
                  dotClassNames[describeState(job).tone],
                )}
              />
              <span className="truncate">{line}</span>
              {upstream?.kind === 'demo' && <span className="ml-auto shrink-0">Demo</span>}
            </span>
            <span className="truncate text-faint text-xs tabular-nums">{detail}</span>
          </span>
        </button>
        <RowMenuButton label={label} items={items} tabIndex={tabIndex} />
      </div>
    </ContextMenu>
  )
})

function Cover({ job: { videos, form } }: { job: VideoJob }) {
  const [video] = videos
  const ratio = video?.width && video.height ? video.width / video.height : toFormRatio(form)
  return (
    <span className="flex h-9 w-16 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-sunken text-faint">
      {video ? (
        <Thumbnail
          media={video.media}
          mimeType={video.mimeType}
          alt=""
          size={ratio > 1 ? 64 : 36}
          ratio={ratio}
        />
      ) : (
        <Clapperboard size={16} strokeWidth={1.5} aria-hidden="true" />
      )}
    </span>
  )
}

const dotClassNames = {
  quiet: 'bg-faint',
  busy: 'animate-breathe bg-accent',
  good: 'bg-signal-ok',
  warn: 'bg-signal-demo',
  danger: 'bg-signal-off',
} as const
