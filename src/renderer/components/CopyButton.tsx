// Copies text to the clipboard, and confirms it for a moment.
import { Check, Copy, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './IconButton'

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

const confirmationMs = 1_500

export function useCopied(): [copied: boolean, copy: (text: string) => void] {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmationMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return [copied, copy]
}
