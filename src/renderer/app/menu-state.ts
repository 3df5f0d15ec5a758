// Reports to the application menu which commands can run now, and which are on: differences only, after changes.
import { type CommandId, commandIds, commands } from '#shared/commands/commands'
import { desktop } from '../api/desktop'
import { queryClient } from '../api/query-client'
import { onHandlersChange } from '../state/command-handlers'
import { useNavigation } from '../state/navigation'
import { useOverlay } from './overlays'
import { findHandler, isEnabled } from './run-command'
import { followWindowEvents } from './window-events'

interface CommandState {
  readonly enabled: boolean
  readonly checked: boolean
}
type CommandStates = Partial<Record<CommandId, CommandState>>

/** Milliseconds. Changes come in bursts, and a menu is opened seldom. */
const pauseMs = 150

/** Returns a function that ends it. */
export function followCommandStates(): () => void {
  let reported: CommandStates = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = () => {
    timer = undefined
    const states = readStates()
    const changed = findChanges(reported, states)
    reported = states
    // Without a menu, for example while the window closes, there is nothing to show.
    if (Object.keys(changed).length > 0)
      desktop.application.reportCommands(changed).catch(() => {
        reported = {}
      })
  }
  const schedule = () => {
    timer ??= setTimeout(report, pauseMs)
  }
  const ends = [
    useNavigation.subscribe(schedule),
    useOverlay.subscribe(schedule),
    onHandlersChange(schedule),
    queryClient.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') schedule()
    }),
    followWindowEvents(() => {
      reported = {}
      schedule()
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const end of ends) end()
  }
}

function readStates(): CommandStates {
  const shown = commandIds.filter((id) => commands[id].menu && commands[id].runs !== 'main')
  return Object.fromEntries(
    shown.map((id) => [id, { enabled: isEnabled(id), checked: findHandler(id)?.isChecked?.() ?? false }]),
  )
}

function findChanges(before: CommandStates, after: CommandStates): CommandStates {
  const ids = commandIds.filter((id) => {
    const [old, now] = [before[id], after[id]]
    return now && (old?.enabled !== now.enabled || old.checked !== now.checked)
  })
  return Object.fromEntries(ids.map((id) => [id, after[id]]))
}
