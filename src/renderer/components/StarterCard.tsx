// An example to try in an empty panel: pressed, it runs.
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from './join-classes'

interface StarterCardProps {
  readonly title: string
  readonly text: string
  readonly disabled: boolean
  readonly onRun: () => void
  /** Above the title. */
  readonly children?: ReactNode
}

export function StarterCard({ title, text, disabled, onRun, children }: StarterCardProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onRun}
      className={joinClasses(
        'group flex h-full w-full flex-col rounded-lg border border-line bg-canvas px-4 text-left transition-colors hover:border-line-strong hover:bg-sunken',
        children ? 'gap-2 py-3' : 'gap-1 py-2.5',
      )}
    >
      {children}
      <span className="flex w-full items-center justify-between font-medium">
        {title}
        <ArrowRight
          size={14}
          aria-hidden="true"
          className="text-faint opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      </span>
      <span className={joinClasses('text-soft text-sm', children ? 'line-clamp-3' : 'line-clamp-2')}>
        {text}
      </span>
    </button>
  )
}
