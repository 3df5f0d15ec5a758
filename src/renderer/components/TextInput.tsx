// Text inputs: one line, several lines, and search.
import { Search } from 'lucide-react'
import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { joinClasses } from './join-classes'

/** Shared by all text inputs. */
export const inputClassName =
  'w-full rounded-md border border-line-strong bg-raised px-2.5 text-ink placeholder-shown:text-ellipsis transition-colors hover:border-faint focus-visible:border-accent focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-danger'

export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      dir="auto"
      spellCheck={false}
      autoComplete="off"
      className={joinClasses(inputClassName, 'h-8', className)}
      {...rest}
    />
  )
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  /** It scrolls above this height. */
  readonly maxHeight?: CSSProperties['maxHeight']
  /** Without a frame. */
  readonly bare?: boolean
}

/** Several lines, as high as the text up to a limit. */
export function TextArea({ className, maxHeight = 240, bare = false, value, ...rest }: TextAreaProps) {
  const ref = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height, though only the DOM reads it.
  useLayoutEffect(() => {
    const area = ref.current
    if (!area) return
    area.style.height = 'auto'
    const frame = area.offsetHeight - area.clientHeight
    area.style.height = `${area.scrollHeight + frame}px`
  }, [value])
  return (
    <textarea
      ref={ref}
      dir="auto"
      value={value}
      style={{ maxHeight }}
      className={joinClasses(
        'block resize-none overflow-y-auto',
        bare ? 'w-full bg-transparent text-ink' : joinClasses(inputClassName, 'py-[5px]'),
        className,
      )}
      {...rest}
    />
  )
}

/** `className` is that of the input; the search fills the available width. */
export function SearchInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <div className="relative min-w-0 flex-1">
      <Search
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-faint"
      />
      <TextInput type="search" className={joinClasses('pl-7.5', className)} {...rest} />
    </div>
  )
}

const typingPauseMs = 180

interface DelayedSearchInputProps extends ComponentProps<typeof SearchInput> {
  readonly typed: string
  /** The text that is searched for. */
  readonly searched: string
  readonly onType: (typed: string) => void
  /** Called when typing pauses, and by Enter and Escape, which clears the text. */
  readonly onSearch: (text: string) => void
  /** Arrow Down moves to the first result. */
  readonly onLeave: () => void
}

export function DelayedSearchInput(props: DelayedSearchInputProps) {
  const { typed, searched, onType, onSearch, onLeave, ...rest } = props
  useEffect(() => {
    if (typed === searched) return
    const timer = setTimeout(() => onSearch(typed), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed, searched, onSearch])
  const pressKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && typed) {
      // It must not stop an answer.
      event.stopPropagation()
      onType('')
      onSearch('')
    } else if (event.key === 'Enter') {
      onSearch(typed)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      if (typed !== searched) onSearch(typed)
      onLeave()
    }
  }
  return (
    <SearchInput
      data-panel-search
      aria-keyshortcuts="/"
      value={typed}
      onKeyDown={pressKey}
      onChange={({ target }) => onType(target.value)}
      {...rest}
    />
  )
}
