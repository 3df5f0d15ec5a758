// The editor of one transcript: opened with what is not on the disk yet, else with what was answered.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Transcript } from '#shared/schemas/transcription-job'
import { noteEdit, readUnkept, releaseEdits } from '../kept-edits'
import { openTextEditor, type TextEditor, type TextStanding } from './text-editor'

interface TextEditorState {
  readonly place: RefObject<HTMLDivElement | null>
  /** Null until its place is there. */
  readonly editor: TextEditor | null
  readonly standing: TextStanding
  /** Counts the changes of the text. */
  readonly changes: number
}

interface TextEditorWishes {
  readonly transcript: Transcript
  readonly readOnly: boolean
  readonly onPointed: (offset: number) => void
}

const empty: TextStanding = { length: 0, canUndo: false, canRedo: false }

export function useTextEditor(wishes: TextEditorWishes): TextEditorState {
  const { transcript, readOnly } = wishes
  const { jobId, text, versions } = transcript
  // What has come of the model only grows: there is no way back to a part of it.
  const canUndo = (versions[0]?.origin ?? 'model') !== 'model'
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const [{ standing, changes }, setState] = useState({ standing: empty, changes: 0 })
  const latest = useRef(wishes)
  latest.current = wishes
  useEffect(() => {
    if (!place.current) return
    const opened = openTextEditor(place.current, {
      label: 'Text of the transcript',
      text: readUnkept(jobId) ?? latest.current.transcript.text,
      readOnly: latest.current.readOnly,
      placeholder: 'There are no words in it.',
      onEdit: () => noteEdit(jobId, () => opened.read()),
      onChange: (told) => setState((before) => ({ standing: told, changes: before.changes + 1 })),
      onPointed: (offset) => latest.current.onPointed(offset),
    })
    setEditor(opened)
    return () => {
      releaseEdits(jobId)
      setEditor(null)
      opened.destroy()
    }
  }, [jobId])
  useEffect(() => editor?.setReadOnly(readOnly), [editor, readOnly])
  // What has come, or was restored; what is typed meanwhile counts more.
  useEffect(() => {
    if (readUnkept(jobId) === undefined) editor?.show(text, canUndo)
  }, [editor, jobId, text, canUndo])
  return { place, editor, standing, changes }
}
