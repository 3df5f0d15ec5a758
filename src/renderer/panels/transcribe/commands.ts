// The commands of Transcribe, and the actions of the selected files.
import type { PageCommandsOf } from '#shared/commands/commands'
import type { MenuItem } from '../../components/Menu'
import type { CommandHandler } from '../../state/command-handlers'
import { openPanel } from '../../state/navigation'
import { clearFinished, isFinished, listMenuItems, retryFailed } from './queue/file-actions'
import { findJobs } from './queue/file-selection'
import { startRecording } from './recorder/recorder'
import { useRecorder } from './recorder/recorder-state'
import { useTranscriptions } from './state/transcriptions'
import { useTranscribeView } from './transcribe-view'

export const transcribeCommands: Readonly<Record<PageCommandsOf<'transcribe'>, CommandHandler>> = {
  'transcribe.record': {
    run: () => {
      openPanel('transcribe')
      return startRecording()
    },
    isEnabled: () => useRecorder.getState().phase === 'idle',
  },
  'transcribe.retryFailed': { run: retryFailed, isEnabled: () => useTranscriptions.getState().failed > 0 },
  'transcribe.clearFinished': {
    run: clearFinished,
    isEnabled: () => useTranscriptions.getState().ended.some(isFinished),
  },
}

/** For the selected files, or the open one. */
export function listFileActions(): readonly MenuItem[] {
  const { selection, openId } = useTranscribeView.getState()
  const ids = selection.ids.size > 0 ? selection.ids : new Set(openId === null ? [] : [openId])
  const jobs = findJobs(ids)
  return jobs.length === 0 ? [] : listMenuItems(jobs)
}
