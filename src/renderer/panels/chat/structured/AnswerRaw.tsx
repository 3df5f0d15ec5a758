// An answer's JSON as it came: a text that grows, then one in which places can be shown.
import { memo, type Ref, useRef } from 'react'
import { CodeEditor, type CodeEditorHandle } from '../../../components/CodeEditor'
import { growChunks } from './grow-chunks'

interface AnswerRawProps {
  readonly text: string
  readonly running: boolean
  readonly problems: readonly { readonly from: number; readonly to: number; readonly message: string }[]
  readonly ref: Ref<CodeEditorHandle>
}

export function AnswerRaw({ text, running, problems, ref }: AnswerRawProps) {
  if (running) return <GrowingText text={text} />
  return (
    <CodeEditor
      ref={ref}
      label="Answer as it came"
      value={text}
      language="json"
      readOnly
      problems={problems}
      rows={[1, 23]}
      className="rounded-none border-0 bg-transparent [&_.cm-scroller]:max-h-[min(426px,50vh)]!"
    />
  )
}

function GrowingText({ text }: { text: string }) {
  const chunks = useRef<readonly string[]>([])
  chunks.current = growChunks(chunks.current, text)
  return (
    <div className="selectable whitespace-pre-wrap px-3 py-2 font-mono text-sm leading-[18px] [overflow-wrap:anywhere]">
      {chunks.current.map((chunk, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only ever added at the end.
        <Piece key={index} text={chunk} />
      ))}
    </div>
  )
}

const Piece = memo(({ text }: { text: string }) => <div>{text}</div>)
