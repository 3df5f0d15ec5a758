// Hands the page one MessagePort to the application each time it asks for one; nothing else is exposed.
import { ipcRenderer } from 'electron'

/** To speak the desktop contract, and to be given a set's vectors. */
const channels = ['desktop-port', 'vectors-port']

window.addEventListener('message', (event) => {
  const asked = channels.find((channel) => event.data === `${channel}?`)
  if (event.source === window && asked) ipcRenderer.send(asked)
})

for (const channel of channels) {
  ipcRenderer.on(channel, (event) => {
    // Only the asking page may receive it; a page without an origin (`file:`) has none to name.
    const origin = location.origin === 'null' ? '*' : location.origin
    window.postMessage(channel, origin, [...event.ports])
  })
}
