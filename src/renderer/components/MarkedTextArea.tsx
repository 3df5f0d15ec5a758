// A text area that highlights ranges of its text, on a copy of the text behind it.
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { joinClasses } from './join-classes'
import { TextArea } from './TextInput'

interface MarkedTextAreaProps extends ComponentProps<typeof TextArea> {
  readonly value: string
  /** In order, without overlaps, in UTF-16 units. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[]
}

export function MarkedTextArea({ ranges, ...props }: MarkedTextAreaProps) {
  const box = useRef<HTMLDivElement>(null)
  const hasMarks = ranges.length > 0
  useLayoutEffect(() => {
    const area = box.current?.querySelector('textarea')
    if (!area || !hasMarks) return
    const align = () => {
      const marks = box.current?.querySelector<HTMLElement>('[data-marks]')
      if (!marks) return
      // Without the scrollbar, because both must wrap at the same width.
      marks.style.width = `${area.clientWidth}px`
      marks.style.height = `${area.clientHeight}px`
      marks.scrollTop = area.scrollTop
    }
    align()
    const observer = new ResizeObserver(align)
    observer.observe(area)
    area.addEventListener('scroll', align)
    return () => {
      observer.disconnect()
      area.removeEventListener('scroll', align)
    }
  }, [hasMarks])
  return (
    <div ref={box} className="relative isolate">
      {hasMarks && (
        <div
          data-marks
          aria-hidden="true"
          dir="auto"
          className={joinClasses(
            // Above the field's background; its text takes no clicks and is not visible.
            'pointer-events-none absolute z-10 overflow-hidden whitespace-pre-wrap text-transparent [overflow-wrap:break-word]',
            props.bare ? 'inset-0' : 'top-px left-px px-2.5 py-1.5',
            props.className,
          )}
        >
          <Marks text={props.value} ranges={ranges} />
          {/* A last line break takes up a line only if something follows it. */}
          {'\u200b'}
        </div>
      )}
      <TextArea {...props} />
    </div>
  )
}

function Marks({ text, ranges }: { text: string; ranges: MarkedTextAreaProps['ranges'] }) {
  return ranges.map(({ from, to }, index) => (
    <span key={from}>
      {text.slice(ranges[index - 1]?.to ?? 0, from)}
      <mark className="rounded-sm bg-accent/20 text-transparent">{text.slice(from, to)}</mark>
      {index === ranges.length - 1 && text.slice(to)}
    </span>
  ))
}
