// Passes the page a MessagePort to the main process each time it requests one. Exposes nothing else.
import { ipcRenderer } from 'electron'

/** For the desktop contract, and for a set's vectors. */
const channels = ['desktop-port', 'vectors-port']

window.addEventListener('message', (event) => {
  const requested = channels.find((channel) => event.data === `${channel}?`)
  if (event.source === window && requested) ipcRenderer.send(requested)
})

for (const channel of channels) {
  ipcRenderer.on(channel, (event) => {
    // Only this page may receive it. A `file:` page has no origin to restrict it to.
    const origin = location.origin === 'null' ? '*' : location.origin
    window.postMessage(channel, origin, [...event.ports])
  })
}
