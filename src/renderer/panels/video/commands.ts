// The commands of Video, and the actions of the open video.
import type { PageCommandsOf } from '#shared/commands/commands'
import type { MenuItem } from '../../components/Menu'
import { findJob } from '../../jobs/live-jobs'
import type { CommandHandler } from '../../state/command-handlers'
import { focusPrompt } from '../../state/focus-requests'
import { openPanel } from '../../state/navigation'
import { openVideo, useVideoView } from '../../state/video-form'
import { jobActions, listJobActions, runJobAction, videoJobs } from './state/video-jobs'

export const videoCommands: Readonly<Record<PageCommandsOf<'video'>, CommandHandler>> = {
  'video.new': {
    run: () => {
      openPanel('video')
      openVideo(null)
      focusPrompt()
    },
  },
}

export function listVideoActions(): readonly MenuItem[] {
  const { jobId } = useVideoView.getState()
  const job = jobId === null ? undefined : findJob(videoJobs.useJobs.getState(), jobId)
  if (!job) return []
  return listJobActions(job).map((action) => {
    const { name, icon } = jobActions[action]
    return { name, icon, onSelect: () => runJobAction(action, job) }
  })
}
