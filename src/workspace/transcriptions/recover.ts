// Takes up what an earlier program has left: what was in a call may have been billed, and waits for the user.
import { endedByProgram, isSending, markSending } from './conduct'
import type { TranscriptionBoard } from './transcription-ports'

export function recoverTranscriptions(board: TranscriptionBoard): void {
  for (const job of board.listOpen()) {
    const { id, state, progress } = job
    if (isSending(job)) {
      const pieces = markSending(progress.pieces, { state: 'interrupted' })
      board.change(id, { state: 'interrupted', progress: { pieces, pausing: false, error: endedByProgram } })
    } else if (state === 'sending' || state === 'preparing') {
      board.change(id, { state: progress.pausing ? 'paused' : 'queued', progress: { pausing: false } })
    }
  }
}
