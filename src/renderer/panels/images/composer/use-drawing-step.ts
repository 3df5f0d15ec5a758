// Draws what is written as the next step, and stops what is being drawn.
import { useState } from 'react'
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Draft } from '#shared/schemas/draft'
import { describeError } from '../../../api/describe-error'
import { stopAnswer } from '../../../state/chat-actions'
import { clearDraft, toDrawingKey, toParts } from '../../../state/drafts'
import { drawStep } from '../../../state/drawing-actions'
import { fitDrawing } from '../state/image-models'

interface Written {
  readonly draft: Draft
  readonly after: string | null
  readonly parameters: ChatParameters
  readonly variations: number
  readonly models: readonly ModelSummary[]
}

interface DrawingState {
  readonly sending: boolean
  readonly error: string | null
  /** It was tried to draw what cannot be drawn now. */
  readonly isRefused: boolean
}

const idle: DrawingState = { sending: false, error: null, isRefused: false }

export function useDrawingStep(drawingId: string | null) {
  const [states, setStates] = useState<Readonly<Record<string, DrawingState>>>({})
  const key = toDrawingKey(drawingId)
  const state = states[key] ?? idle
  // Another drawing may be open by the time it is told.
  const tell = (next: Partial<DrawingState>) => setStates((now) => ({ ...now, [key]: { ...idle, ...next } }))
  const fail = (error: unknown) => tell({ error: describeError(error) })
  return {
    ...state,
    draw: (written: Written) => {
      if (state.sending) return
      tell({ sending: true })
      draw(drawingId, written).then(() => tell(idle), fail)
    },
    stop: () => {
      if (drawingId) stopAnswer(drawingId).catch(fail)
    },
    refuse: () => tell({ isRefused: true }),
    forgive: () => (state.error || state.isRefused) && tell(idle),
  }
}

/** What was written meanwhile stays; where it fails, all of it does. */
async function draw(drawingId: string | null, { draft, models, ...written }: Written) {
  const parameters = fitDrawing(written.parameters, models)
  await drawStep({ ...written, drawingId, parameters, parts: toParts(draft) })
  clearDraft(toDrawingKey(drawingId), draft)
}
