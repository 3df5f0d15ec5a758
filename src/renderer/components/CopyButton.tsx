// Copies a text to the clipboard and says that it did.
import { Check, Copy, type LucideIcon } from 'lucide-react'
import { IconButton } from './IconButton'
import { useCopied } from './use-copied'

interface CopyButtonProps {
  readonly label: string
  readonly text: string | (() => string)
  readonly icon?: LucideIcon
  readonly className?: string
  /** There is nothing to copy. */
  readonly disabled?: boolean
}

export function CopyButton({ label, text, icon = Copy, className, disabled }: CopyButtonProps) {
  const [copied, copy] = useCopied()
  return (
    <IconButton
      size="small"
      label={copied ? 'Copied' : label}
      icon={copied ? Check : icon}
      className={className}
      disabled={disabled}
      onClick={() => copy(typeof text === 'string' ? text : text())}
    />
  )
}
