// A chat that has not begun: what can be tried at once.
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { describeError } from '../../desktop/describe-error'
import { queries } from '../../desktop/desktop'
import { runSample } from './run-sample'
import { type SamplePrompt, samplePrompts } from './sample-prompts'
import { useConversationParameters } from './use-conversation-parameters'
import { useModels } from './use-models'

export function ChatStart() {
  const { data: status } = useQuery(queries.application.status.queryOptions())
  const [parameters] = useConversationParameters()
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
              <button
                type="button"
                disabled={starting}
                onClick={() => run(sample)}
                className="group flex h-full w-full flex-col gap-1 rounded-lg border border-line bg-canvas px-4 py-2.5 text-left transition-colors hover:border-line-strong hover:bg-sunken"
              >
                <span className="flex w-full items-center justify-between font-medium">
                  {sample.title}
                  <ArrowRight
                    size={14}
                    aria-hidden="true"
                    className="text-faint opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
                  />
                </span>
                <span className="line-clamp-2 text-soft text-sm">{sample.text}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
