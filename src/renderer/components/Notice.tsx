// A notice about something unusual, with what can be done.
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from './join-classes'

const tones = {
  quiet: { icon: Info, className: 'border-line bg-sunken text-faint' },
  warn: { icon: TriangleAlert, className: 'border-line bg-warn-wash text-warn' },
  danger: { icon: CircleAlert, className: 'border-line bg-danger-wash text-danger' },
} as const

type Tone = keyof typeof tones

interface NoticeProps {
  readonly tone: Tone
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

export function Notice({ tone, title, children, actions }: NoticeProps) {
  const { icon: Icon, className } = tones[tone]
  return (
    <div className={joinClasses('flex gap-2 rounded-lg border px-3 py-2', className)}>
      <Icon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="selectable flex min-w-0 flex-1 flex-col gap-0.5 text-ink">
        <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
        {children && <div className="text-soft text-sm [overflow-wrap:anywhere]">{children}</div>}
      </div>
      {actions && <div className="flex items-center gap-1 self-center">{actions}</div>}
    </div>
  )
}
