// Text on one line.
import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes'

/** Shared by everything that is typed into. */
export const inputLook =
  'w-full rounded-md border border-line-strong bg-raised px-2.5 text-ink transition-colors hover:border-faint focus-visible:border-accent focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-danger'

export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      spellCheck={false}
      autoComplete="off"
      className={joinClasses(inputLook, 'h-8', className)}
      {...rest}
    />
  )
}
