// Text on several lines, growing with what is written up to a limit.
import type { ComponentProps } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { joinClasses } from './join-classes'
import { inputLook } from './TextInput'

interface TextAreaProps extends ComponentProps<'textarea'> {
  /** Pixels, beyond which it scrolls. */
  readonly maxHeight?: number
  /** Without a frame of its own. */
  readonly bare?: boolean
}

export function TextArea({ className, maxHeight = 240, bare = false, value, ...rest }: TextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height, though only the DOM reads it.
  useLayoutEffect(() => {
    const area = own.current
    if (!area) return
    area.style.height = 'auto'
    const frame = area.offsetHeight - area.clientHeight
    area.style.height = `${Math.min(area.scrollHeight + frame, maxHeight)}px`
    area.style.overflowY = area.scrollHeight + frame > maxHeight ? 'auto' : 'hidden'
  }, [value, maxHeight])
  return (
    <textarea
      ref={own}
      value={value}
      className={joinClasses(
        'block resize-none',
        bare ? 'w-full bg-transparent text-ink' : joinClasses(inputLook, 'py-1.5'),
        className,
      )}
      {...rest}
    />
  )
}
