// Does what the keys say in the list of files.
import type { KeyboardEvent } from 'react'
import { bringIntoSight, choose, openFile, useTranscribeView } from '../transcribe-view'
import { type Chosen, chooseOne, chooseRange, toggleOne } from './chosen'
import { type QueueCommand, readQueueKey } from './queue-keys'
import { chooseNothing, findJobs, moveJobs, readOrder, removeJobs } from './queue-verbs'

/** `rows`: how many are in view. */
export function useQueueKeys(rows: number) {
  return (event: KeyboardEvent) => {
    const { target, currentTarget } = event
    // Keys of a row's menu come here as well: React passes them on to what has drawn it.
    if (!(target instanceof Node && currentTarget.contains(target))) return
    // Keys of its buttons are theirs, but those that only the list knows.
    if (target !== currentTarget && (event.key === 'Enter' || event.key === ' ')) return
    const { chosen } = useTranscribeView.getState()
    const order = readOrder()
    const index = chosen.cursor === null ? -1 : order.indexOf(chosen.cursor)
    const ground = { index, total: order.length, rows, chosen: chosen.ids.size }
    const command = readQueueKey(event, ground)
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    run(command, order, chosen)
  }
}

function run(command: QueueCommand, order: readonly string[], chosen: Chosen) {
  const { cursor } = chosen
  switch (command.kind) {
    case 'go': {
      const id = order[command.to]
      return id === undefined ? undefined : go(id, command.taking, order)
    }
    case 'toggle':
      return cursor === null ? undefined : choose(toggleOne(chosen, cursor))
    case 'all':
      return choose({ ids: new Set(order), anchor: cursor, cursor: cursor ?? order[0] ?? null })
    case 'open':
      return cursor === null ? undefined : openFile(cursor)
    case 'move':
      return moveJobs(findJobs(chosen.ids), command.way)
    case 'remove':
      return removeJobs(findJobs(chosen.ids))
    case 'clear':
      return chooseNothing()
  }
}

function go(id: string, taking: 'only' | 'range' | 'none', order: readonly string[]) {
  const { chosen } = useTranscribeView.getState()
  bringIntoSight(id)
  if (taking === 'range') choose(chooseRange(chosen, id, order))
  else if (taking === 'only') choose(chooseOne(id))
  else choose({ ...chosen, cursor: id })
}
