// An empty panel: what it is for, and examples to try.
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { queries } from '../api/desktop'
import { toastOutcome } from '../api/toast-outcome'
import { joinClasses } from '../components/join-classes'
import { clearSamplesFocus, useFocusRequests } from '../state/focus-requests'
import { afterNextFrame } from '../state/scheduling'

interface Starter {
  readonly title: string
  readonly text: string
  /** Above the title. */
  readonly picture?: ReactNode
  readonly disabled?: boolean
  /** None can be started again until its promise, if it returns one, is settled. */
  readonly run: () => unknown
}

interface StartScreenProps {
  readonly title: string
  /** While no service is set up. */
  readonly demoText: string
  readonly text: string
  readonly starters: readonly Starter[]
  readonly gridClassName: string
  readonly widthClassName?: string
  /** Below the examples. */
  readonly children?: string
}

export function StartScreen(props: StartScreenProps) {
  const { title, demoText, text, starters, gridClassName, widthClassName = 'max-w-[832px]', children } = props
  const { data: isDemo } = useQuery(
    queries.application.status.queryOptions({ select: ({ upstream }) => upstream.kind === 'demo' }),
  )
  const [isStarting, setStarting] = useState(false)
  const list = useSamplesFocus()
  const start = ({ run }: Starter) => {
    const started = run()
    if (!(started instanceof Promise)) return
    setStarting(true)
    toastOutcome(started.finally(() => setStarting(false)))
  }
  return (
    <div className="@container flex min-h-0 flex-1 flex-col overflow-y-auto [mask-image:linear-gradient(to_bottom,#000_calc(100%-20px),transparent)] [scrollbar-gutter:stable_both-edges]">
      <div className={joinClasses('mx-auto my-auto flex w-full flex-col gap-6 px-6 py-8', widthClassName)}>
        <header className="flex flex-col gap-1">
          <h2 className="font-semibold text-xl tracking-tight">{title}</h2>
          <p className="text-soft">{isDemo ? demoText : text}</p>
        </header>
        <ul ref={list} aria-label="Samples" className={joinClasses('grid grid-cols-1 gap-2', gridClassName)}>
          {starters.map((starter) => (
            <li key={starter.title}>
              <StarterCard
                starter={starter}
                disabled={isStarting || starter.disabled === true}
                onRun={() => start(starter)}
              />
            </li>
          ))}
        </ul>
        {children && <p className="text-faint text-sm">{children}</p>}
      </div>
    </div>
  )
}

/** Focuses the first sample if that was requested. */
function useSamplesFocus() {
  const list = useRef<HTMLUListElement>(null)
  const isRequested = useFocusRequests(({ samples }) => samples)
  useEffect(() => {
    if (!isRequested) return
    // The prompt, which is mounted with the samples, takes the focus before.
    afterNextFrame(() => {
      list.current?.querySelector('button')?.focus()
      clearSamplesFocus()
    })
  }, [isRequested])
  return list
}

interface StarterCardProps {
  readonly starter: Starter
  readonly disabled: boolean
  readonly onRun: () => void
}

function StarterCard({ starter, disabled, onRun }: StarterCardProps) {
  const { title, text, picture } = starter
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onRun}
      className={joinClasses(
        'group flex h-full w-full flex-col rounded-lg border border-line bg-canvas px-4 text-left transition-colors enabled:hover:border-line-strong enabled:hover:bg-sunken disabled:opacity-50',
        picture ? 'gap-2 py-3' : 'gap-1 py-2.5',
      )}
    >
      {picture}
      <span className="flex w-full items-center justify-between font-medium">
        {title}
        <ArrowRight
          size={14}
          aria-hidden="true"
          className="text-faint opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      </span>
      <span className="text-soft text-sm">{text}</span>
    </button>
  )
}
