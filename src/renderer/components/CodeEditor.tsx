// A code editor for JSON, with its problems marked in place, or for plain text.
import { type CSSProperties, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { Complete } from './code-completion'
import { type CodeProblem, type Editor, openEditor } from './code-editor'
import { joinClasses } from './join-classes'

export interface CodeEditorHandle {
  /** Moves the cursor to an offset of the text, scrolls to it and takes the focus. */
  readonly goTo: (at: number) => void
}

interface CodeEditorProps {
  readonly label: string
  readonly value: string
  readonly onChange?: (text: string) => void
  readonly language: 'json' | 'text'
  /** Marked in place, besides syntax errors. */
  readonly problems?: readonly CodeProblem[]
  /** Minimum and maximum height in lines. */
  readonly rows?: readonly [number, number]
  readonly readOnly?: boolean
  readonly placeholder?: string
  /** Completions for a position in a JSON text; Ctrl+Space shows them. */
  readonly complete?: Complete
  /** Transforms pasted text; `whole` means that it replaces everything. */
  readonly readPaste?: (text: string, whole: boolean) => string
  /** As high as its container, instead of its rows. */
  readonly fill?: boolean
  readonly className?: string
  readonly ref?: Ref<CodeEditorHandle>
}

const none: readonly CodeProblem[] = []

/** Tab moves the focus on, as in every field; Ctrl+] and Ctrl+[ (or ⌘) indent. Escape closes the completion first. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, language, problems = none, rows = [4, 16], readOnly = false } = props
  const container = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | null>(null)
  const latest = useRef(props)
  latest.current = props
  useImperativeHandle(props.ref, () => ({ goTo: (at) => editor.current?.goTo(at) }), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: later texts and problems are passed on below.
  useEffect(() => {
    if (!container.current) return
    const opened = openEditor(container.current, {
      label,
      text: value,
      language,
      readOnly,
      placeholder: props.placeholder,
      onChange: (text) => latest.current.onChange?.(text),
      complete: props.complete && ((at) => latest.current.complete?.(at) ?? []),
      readPaste: (text, whole) => latest.current.readPaste?.(text, whole) ?? text,
    })
    editor.current = opened
    return () => {
      editor.current = null
      opened.destroy()
    }
  }, [label, language, readOnly])

  useEffect(() => {
    editor.current?.show(value, problems)
  }, [value, problems])

  const [min, max] = rows
  // React does not type custom properties; the editor's theme reads these two.
  const height = { '--min-rows': min, '--max-rows': max } as CSSProperties
  return (
    <div
      ref={container}
      style={height}
      className={joinClasses(
        'code-editor selectable min-w-0 overflow-hidden rounded-md border border-line-strong bg-raised focus-within:border-accent',
        props.fill && 'min-h-0 flex-1 [&_.cm-editor]:h-full [&_.cm-scroller]:max-h-none!',
        props.className,
      )}
    />
  )
}
