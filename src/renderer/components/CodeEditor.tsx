// Text that is written as code: JSON with its problems marked where they are, or plain text.
import { type CSSProperties, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { Complete } from './code-completion'
import { type CodeProblem, type Editor, openEditor } from './code-editor'
import { joinClasses } from './join-classes'

export interface CodeEditorHandle {
  /** Puts the cursor at an offset of the text, in sight and with the focus. */
  readonly goTo: (at: number) => void
}

interface CodeEditorProps {
  readonly label: string
  readonly value: string
  readonly onChange?: (text: string) => void
  readonly language: 'json' | 'text'
  /** Marked at their places, besides what the language itself finds. */
  readonly problems?: readonly CodeProblem[]
  /** Height in lines, before it scrolls: at the least, and at the most. */
  readonly rows?: readonly [number, number]
  readonly readOnly?: boolean
  readonly placeholder?: string
  /** What may stand at a place of a JSON text; Ctrl+Space asks for it. */
  readonly complete?: Complete
  /** What a pasted text becomes; `whole` says that nothing else will stand beside it. */
  readonly readPaste?: (text: string, whole: boolean) => string
  /** As high as the place it stands in, instead of its rows. */
  readonly fill?: boolean
  readonly className?: string
  readonly ref?: Ref<CodeEditorHandle>
}

const none: readonly CodeProblem[] = []

/** Tab leaves it, as it leaves every field; Ctrl+] and Ctrl+[ (or ⌘) indent. Escape closes the help first. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, language, problems = none, rows = [4, 16], readOnly = false } = props
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | null>(null)
  const latest = useRef(props)
  latest.current = props
  useImperativeHandle(props.ref, () => ({ goTo: (at) => editor.current?.goTo(at) }), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: later texts and problems are handed over below.
  useEffect(() => {
    if (!place.current) return
    const opened = openEditor(place.current, {
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

  const [least, most] = rows
  // React types no custom properties; the editor's look reads these two.
  const height = { '--least': least, '--most': most } as CSSProperties
  return (
    <div
      ref={place}
      style={height}
      className={joinClasses(
        'code-editor selectable min-w-0 overflow-hidden rounded-md border border-line-strong bg-raised focus-within:border-accent',
        props.fill && 'min-h-0 flex-1 [&_.cm-editor]:h-full [&_.cm-scroller]:max-h-none!',
        props.className,
      )}
    />
  )
}
