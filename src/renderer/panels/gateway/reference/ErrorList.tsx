// The errors that an endpoint can respond with, as the gateway sends them.
import { useMemo } from 'react'
import { listErrorsOf, type ReferenceEntry } from '#shared/endpoints/reference'
import { CopyButton } from '../../../components/CopyButton'

export function ErrorList({ entry }: { entry: ReferenceEntry }) {
  const errors = useMemo(() => listErrorsOf(entry), [entry])
  return (
    <section
      aria-label="Errors"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="selectable flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 py-3 text-sm focus-visible:outline-offset-[-2px]"
    >
      <p className="text-faint">
        Bodies are shown exactly as the gateway sends them. Sizes and times depend on your settings. Messages
        passed on from a provider vary.
      </p>
      {errors.map(({ id, status, when, isEvent, body }) => {
        const text = isEvent ? `data: ${JSON.stringify(body)}` : JSON.stringify(body, null, 2)
        return (
          <div key={id} className="flex gap-4 border-line border-b pb-3 last:border-b-0">
            <h3 className="w-14 shrink-0 font-medium font-mono">{isEvent ? 'Event' : status}</h3>
            <div className="flex min-w-0 flex-1 flex-col gap-1.5">
              <div className="flex items-start justify-between gap-2">
                <p>{when}</p>
                <CopyButton label={`Copy error: ${when}`} text={text} />
              </div>
              <pre className="whitespace-pre-wrap rounded-md border border-line bg-sunken px-3 py-2 font-mono text-soft text-xs [overflow-wrap:anywhere]">
                {text}
              </pre>
            </div>
          </div>
        )
      })}
    </section>
  )
}
