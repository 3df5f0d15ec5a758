// The list of keyboard shortcuts.
import { Dialog } from '../components/Dialog'
import { Kbd } from '../components/Kbd'
import { openOverlay, shortcuts, useOverlay } from './commands'

const { palette, newChat, inspector, stop } = shortcuts

const listed = [
  palette,
  newChat,
  inspector,
  stop,
  { keys: 'mod+1…8', name: 'Go to a panel' },
  shortcuts.shortcuts,
  { keys: 'enter', name: 'Send the prompt' },
  { keys: 'shift+enter', name: 'Begin a new line' },
  { keys: '/', name: 'Use a template, where the prompt is empty' },
  { keys: 'alt+↑', name: 'Edit the last prompt, where the prompt is empty' },
  { keys: 'mod+z', name: 'Bring back a removed attachment, outside of texts' },
]

export function ShortcutList() {
  const open = useOverlay(({ overlay }) => overlay === 'shortcuts')
  return (
    <Dialog open={open} onClose={() => openOverlay(null)} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 overflow-y-auto px-5 pt-1 pb-5">
        {listed.map(({ keys, name }) => (
          <div key={keys} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="justify-self-end">
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
