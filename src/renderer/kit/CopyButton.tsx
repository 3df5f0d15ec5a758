// Copies a text to the clipboard and says that it did.
import { Check, Copy } from 'lucide-react'
import { IconButton } from './IconButton'
import { useCopied } from './use-copied'

interface CopyButtonProps {
  readonly label: string
  readonly text: string | (() => string)
  readonly className?: string
}

export function CopyButton({ label, text, className }: CopyButtonProps) {
  const [copied, copy] = useCopied()
  return (
    <IconButton
      size="small"
      label={copied ? 'Copied' : label}
      icon={copied ? Check : Copy}
      className={className}
      onClick={() => copy(typeof text === 'string' ? text : text())}
    />
  )
}
