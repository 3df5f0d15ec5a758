// A text of JSON that is checked while it is written: its problems are marked in it, and listed below it.
import { type ComponentProps, useMemo, useRef } from 'react'
import { CodeEditor, type CodeEditorHandle } from '../../../components/CodeEditor'
import { ProblemList } from './ProblemList'
import { type PlacedProblem, toMarks } from './placed-problem'

type EditorProps = ComponentProps<typeof CodeEditor>

interface CheckedEditorProps
  extends Pick<EditorProps, 'label' | 'value' | 'complete' | 'readPaste' | 'placeholder'> {
  /** Null before the first check is done. */
  readonly problems: readonly PlacedProblem[] | null
  readonly pending: boolean
  readonly failure: string | null
  /** Said where there is no problem. */
  readonly allRight: string
  readonly onChange: (text: string) => void
}

const none: readonly PlacedProblem[] = []

export function CheckedEditor({ problems, pending, failure, allRight, ...editorProps }: CheckedEditorProps) {
  const editor = useRef<CodeEditorHandle>(null)
  const listed = problems ?? none
  const marks = useMemo(() => toMarks(listed), [listed])
  return (
    <>
      <div data-first-focus className="flex min-h-24 flex-1 flex-col">
        <CodeEditor ref={editor} fill language="json" problems={marks} {...editorProps} />
      </div>
      <ProblemList
        problems={listed}
        allRight={allRight}
        pending={pending}
        failure={failure}
        onGoTo={({ from }) => editor.current?.goTo(from)}
      />
    </>
  )
}
