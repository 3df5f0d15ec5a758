// Hands the page one MessagePort to the application each time it asks for one; nothing else is exposed.
import { ipcRenderer } from 'electron'

const channel = 'desktop-port'

window.addEventListener('message', (event) => {
  if (event.source === window && event.data === `${channel}?`) ipcRenderer.send(channel)
})

ipcRenderer.on(channel, (event) => {
  // Only the asking page may receive it; a page without an origin (`file:`) has none to name.
  const origin = location.origin === 'null' ? '*' : location.origin
  window.postMessage(channel, origin, [...event.ports])
})
