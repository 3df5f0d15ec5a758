// Text on several lines, growing with what is written up to a limit.
import type { ComponentProps, CSSProperties } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { joinClasses } from './join-classes'
import { inputLook } from './TextInput'

interface TextAreaProps extends ComponentProps<'textarea'> {
  /** Beyond it, it scrolls. */
  readonly maxHeight?: CSSProperties['maxHeight']
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
    area.style.height = `${area.scrollHeight + frame}px`
  }, [value])
  return (
    <textarea
      ref={own}
      value={value}
      style={{ maxHeight }}
      className={joinClasses(
        'block resize-none overflow-y-auto',
        bare ? 'w-full bg-transparent text-ink' : joinClasses(inputLook, 'py-1.5'),
        className,
      )}
      {...rest}
    />
  )
}
