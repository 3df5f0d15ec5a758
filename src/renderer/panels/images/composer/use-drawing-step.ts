// Draws what is written as the next step, and stops what is being drawn.
import { useState } from 'react'
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Draft } from '#shared/schemas/draft'
import { describeError } from '../../../desktop/describe-error'
import { stopAnswer } from '../../../session/chat-verbs'
import { clearDraft, toDrawingKey, toParts } from '../../../session/drafts'
import { drawStep } from '../../../session/draw-verbs'
import { fitDrawing } from '../fit-drawing'

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
}

const idle: DrawingState = { sending: false, error: null }

export function useDrawingStep(drawingId: string | null) {
  const [state, setState] = useState(idle)
  const fail = (error: unknown) => setState({ sending: false, error: describeError(error) })
  return {
    ...state,
    draw: (written: Written) => {
      if (state.sending) return
      setState({ sending: true, error: null })
      draw(drawingId, written).then(() => setState(idle), fail)
    },
    stop: () => {
      if (drawingId) stopAnswer(drawingId).catch(fail)
    },
    refuse: (error: string) => setState({ sending: false, error }),
    forgive: () => setState((now) => (now.error ? idle : now)),
  }
}

/** What was written meanwhile stays; where it fails, all of it does. */
async function draw(drawingId: string | null, { draft, models, ...written }: Written) {
  const parameters = fitDrawing(written.parameters, models)
  await drawStep({ ...written, drawingId, parameters, parts: toParts(draft) })
  clearDraft(toDrawingKey(drawingId), draft)
}
