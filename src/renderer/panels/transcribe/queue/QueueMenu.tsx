// What can be done with the chosen files, at a right click or the keyboard's menu key.
import type { MouseEvent, ReactElement } from 'react'
import { ContextMenu } from '../../../components/Menu'
import { choose, useTranscribeView } from '../transcribe-view'
import { chooseOne } from './chosen'
import { toRowId } from './FileRow'
import { listActions } from './list-actions'
import { useChosenJobs } from './use-chosen-jobs'

/** The list of files; it calls `chooseForMenu`. */
export function QueueMenu({ children }: { children: ReactElement }) {
  const jobs = useChosenJobs()
  return (
    <ContextMenu label="Actions for the chosen files" items={listActions(jobs)}>
      {children}
    </ContextMenu>
  )
}

/** What is not chosen yet is chosen alone; beside the files there is no menu. */
export function chooseForMenu(event: MouseEvent) {
  const { ids, cursor } = useTranscribeView.getState().chosen
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-id]') : null
  const id = row?.dataset.id
  if (id !== undefined) {
    if (!ids.has(id)) choose(chooseOne(id))
    return
  }
  event.preventDefault()
  const at = cursor === null ? null : document.getElementById(toRowId(cursor))
  // The menu key, which is no button of a mouse, tells of the list; the menu belongs where the cursor is.
  if (event.button < 0 && at) openAt(at)
}

function openAt(row: HTMLElement) {
  const { left, top, width, height } = row.getBoundingClientRect()
  const place = { clientX: left + Math.min(width / 2, 160), clientY: top + height / 2 }
  row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }))
}
