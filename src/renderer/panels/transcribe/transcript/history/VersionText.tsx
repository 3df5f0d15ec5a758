// The whole text of a version, to read and to copy from.
import { CodeEditor } from '../../../../components/CodeEditor'

export function VersionText({ text }: { text: string }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col p-5 pt-2">
      <CodeEditor label="Text of this version" language="text" value={text} readOnly fill />
    </div>
  )
}
