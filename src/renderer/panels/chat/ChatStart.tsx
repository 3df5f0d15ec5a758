// A chat that has not begun: what can be tried at once.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { describeError } from '../../api/describe-error'
import { queries } from '../../api/desktop'
import { StarterCard } from '../../components/StarterCard'
import { runSample } from './run-sample'
import { type SamplePrompt, samplePrompts } from './sample-prompts'
import { useConversationParameters } from './use-conversation-parameters'
import { useModels } from './use-models'

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
