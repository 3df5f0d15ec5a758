// The text of a transcript: edited, searched, and played from any place in it.
import { type Ref, useImperativeHandle, useState } from 'react'
import type { Transcript, TranscriptionJob } from '#shared/schemas/transcription-job'
import { EditorBar } from './EditorBar'
import { FindBar, type FindWish } from './FindBar'
import { toPlace, toTime } from './place-times'
import { TextFigures } from './TextFigures'
import { useFindKeys } from './use-find-keys'
import { useTextEditor } from './use-text-editor'

export interface TextHandle {
  /** Where the words are that are estimated to be spoken then. */
  goTo(seconds: number): void
}

interface TranscriptTextProps {
  readonly job: TranscriptionJob
  readonly transcript: Transcript
  readonly readOnly: boolean
  /** Seconds. */
  readonly onPlayFrom: (seconds: number) => void
  readonly ref?: Ref<TextHandle>
}

export function TranscriptText({ job, transcript, readOnly, onPlayFrom, ref }: TranscriptTextProps) {
  const [wish, setWish] = useState<FindWish | null>(null)
  const { cuts } = transcript
  const play = (offset: number) => {
    const time = toTime({ cuts, length: standing.length }, offset)
    if (time !== undefined) onPlayFrom(time / 1000)
  }
  const { place, editor, standing, changes } = useTextEditor({ transcript, readOnly, onPointed: play })
  const find = (field: FindWish['field']) => setWish((before) => ({ field, count: (before?.count ?? 0) + 1 }))
  const playHere = () => editor && play(editor.cursor)
  useFindKeys(find)
  useImperativeHandle(ref, () => ({
    goTo(seconds) {
      const at = toPlace({ cuts, length: standing.length }, seconds * 1000)
      if (at === undefined) return
      editor?.select({ from: at, to: at })
      editor?.focus()
    },
  }))
  const close = () => {
    setWish(null)
    editor?.focus()
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <EditorBar
        jobId={job.id}
        editor={editor}
        standing={standing}
        readOnly={readOnly}
        isEnded={job.endedAt !== null}
        onFind={() => find('find')}
        onPlay={cuts.length > 0 ? playHere : undefined}
      />
      {wish && <FindBar editor={editor} changes={changes} readOnly={readOnly} wish={wish} onClose={close} />}
      <div
        ref={place}
        className="selectable min-h-0 flex-1 overflow-hidden focus-within:shadow-[inset_2px_0_0_var(--accent)]"
      />
      <TextFigures job={job} transcript={transcript} characters={standing.length} />
    </div>
  )
}
