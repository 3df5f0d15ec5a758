// A chat without messages yet: sample prompts to try.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { describeError } from '../../api/describe-error'
import { queries } from '../../api/desktop'
import { StarterCard } from '../../components/StarterCard'
import { toAttachment } from '../../state/attachments'
import { comparePrompt, sendPrompt } from '../../state/chat-actions'
import { fitParameters, toParts } from '../../state/drafts'
import { uploadFile } from '../../state/media-files'
import { useConversationParameters } from '../../state/next-parameters'
import { useModels } from '../../state/use-models'
import { type SamplePrompt, samplePrompts } from './sample-prompts'

export function ChatStart() {
  const { data: status } = useQuery(queries.application.status.queryOptions())
  const parameters = useConversationParameters(null)
  const { models } = useModels()
  const [starting, setStarting] = useState(false)
  const run = (sample: SamplePrompt) => {
    if (starting) return
    setStarting(true)
    runSample(sample, { parameters, models })
      .catch((error) => toast.error(describeError(error)))
      .finally(() => setStarting(false))
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto [scrollbar-gutter:stable_both-edges]">
      <div className="mx-auto my-auto flex w-full max-w-[784px] flex-col gap-6 px-6 py-8">
        <header className="flex flex-col gap-1">
          <h2 className="font-semibold text-xl tracking-tight">What shall we try?</h2>
          <p className="text-soft">
            {status?.upstream.kind === 'demo'
              ? 'The built-in demo answers, with no key and no network: it shows how answers look, and knows little. Enter a service in Settings to reach real models.'
              : 'Answers come through your local gateway and stay on this disk.'}
          </p>
        </header>
        <ul className="grid grid-cols-1 gap-2 min-[820px]:grid-cols-2">
          {samplePrompts.map((sample) => (
            <li key={sample.title}>
              <StarterCard
                title={sample.title}
                text={sample.text}
                disabled={starting}
                onRun={() => run(sample)}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

interface Setting {
  readonly parameters: ChatParameters
  readonly models: readonly ModelSummary[]
}

/** Sends a sample prompt; the draft in the composer stays as it is. */
async function runSample(sample: SamplePrompt, { parameters, models }: Setting): Promise<void> {
  const attachments = sample.picture ? [await toAttachment(await uploadFile(await drawSample()))] : []
  const parts = toParts({ text: sample.text, attachments })
  const set = { ...parameters, ...sample.parameters }
  const toParameters = (model: string) => fitParameters({ ...set, model }, models)
  if (!sample.models) {
    return sendPrompt({ conversationId: null, parts, parameters: toParameters(set.model) })
  }
  return comparePrompt({ conversationId: null, parts, columns: sample.models.map(toParameters) })
}

const width = 800
const height = 500

/** A red house with a door under a yellow sun, on a green hill. */
async function drawSample(): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The picture could not be drawn.')
  const fill = (color: string, draw: () => void) => {
    context.fillStyle = color
    context.beginPath()
    draw()
    context.fill()
  }
  fill('#8ecae6', () => context.rect(0, 0, width, height))
  fill('#ffb703', () => context.arc(650, 110, 56, 0, Math.PI * 2))
  fill('#588157', () => context.ellipse(400, 560, 620, 220, 0, 0, Math.PI * 2))
  fill('#c1121f', () => context.rect(270, 230, 220, 150))
  fill('#6d4c41', () => drawRoof(context))
  fill('#fdf0d5', () => context.rect(355, 300, 50, 80))
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new File([blob], 'house.png', { type: blob.type })
}

function drawRoof(context: OffscreenCanvasRenderingContext2D) {
  context.moveTo(245, 230)
  context.lineTo(380, 130)
  context.lineTo(515, 230)
}
