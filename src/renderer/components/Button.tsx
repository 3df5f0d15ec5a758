// A button with a label.
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes'

const variantClassNames = {
  primary: 'bg-accent-fill text-on-accent hover:bg-accent-fill-hover',
  plain: 'border border-line-strong bg-raised text-ink hover:bg-hover',
  quiet: 'text-soft hover:bg-hover hover:text-ink',
  danger: 'border border-line-strong bg-raised text-danger hover:bg-danger-wash',
} as const

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: keyof typeof variantClassNames
  readonly size?: 'small' | 'usual'
  readonly icon?: LucideIcon
}

export function Button({
  variant = 'plain',
  size = 'usual',
  icon: Icon,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={joinClasses(
        'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors disabled:opacity-50',
        size === 'small' ? 'h-6 px-2 text-sm' : 'h-8 px-3',
        variantClassNames[variant],
        className,
      )}
      {...rest}
    >
      {Icon && (
        <Icon
          size={size === 'small' ? 12 : 14}
          aria-hidden="true"
          className={variant === 'plain' ? 'text-faint' : undefined}
        />
      )}
      {children}
    </button>
  )
}
