import { joinClasses } from './join-classes'

const tones = {
  quiet: 'border-line-strong text-faint',
  accent: 'border-accent text-accent',
  warn: 'border-warn text-warn',
  danger: 'border-danger text-danger',
} as const

export function Badge({ tone = 'quiet', children }: { tone?: keyof typeof tones; children: string }) {
  return (
    <span
      className={joinClasses(
        'inline-block whitespace-nowrap rounded-sm border px-1 font-medium text-xs leading-4',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
