// Listens for the shortcuts and does what they say.
import { useEffect } from 'react'
import { stopOpenAnswer } from '../state/chat-actions'
import { openNew, openPanel, panelIds } from '../state/navigation'
import { toggleInspector } from './inspector-state'
import { openOverlay } from './overlay'
import { type Command, readShortcut } from './shortcuts'

const mac = /Mac/.test(navigator.platform)

export function useShortcuts() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const command = readShortcut(event, { mac, panels: panelIds })
      if (!command || (command.id === 'stop' && isInOverlay(event.target))) return
      if (command.id !== 'stop') event.preventDefault()
      run(command)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function run(command: Command) {
  switch (command.id) {
    case 'palette':
      return openOverlay('palette')
    case 'shortcuts':
      return openOverlay('shortcuts')
    case 'newChat':
      return openNew()
    case 'inspector':
      return toggleInspector()
    case 'stop':
      return void stopOpenAnswer()
    case 'panel':
      return openPanel(command.panel)
  }
}

/** There Escape closes. A tooltip uses it up as well, so whether it was used tells nothing. */
function isInOverlay(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="listbox"]') !== null
}
