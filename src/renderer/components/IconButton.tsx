// A button with an icon; its label is in the tooltip and for screen readers.
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes'
import { Tooltip } from './Tooltip'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly label: string
  readonly icon: LucideIcon
  readonly keys?: string | undefined
  readonly size?: 'small' | 'usual'
  /** A toggle whose icon is filled while it is on. */
  readonly isFilled?: boolean
}

export function IconButton(props: IconButtonProps) {
  const { label, icon: Icon, keys, size = 'usual', isFilled, className, ...rest } = props
  return (
    <Tooltip label={label} keys={keys}>
      <button
        type="button"
        aria-label={label}
        className={joinClasses(
          'inline-flex shrink-0 items-center justify-center rounded-md text-faint transition-colors hover:bg-hover hover:text-ink disabled:opacity-40',
          size === 'small' ? 'size-6' : 'size-8',
          className,
        )}
        {...rest}
      >
        <Icon
          size={size === 'small' ? 14 : 16}
          aria-hidden="true"
          className={isFilled ? 'fill-current text-accent' : undefined}
        />
      </button>
    </Tooltip>
  )
}
