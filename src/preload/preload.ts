// Passes the page MessagePorts to the main process, and the main process the paths of files that were dropped on the
// page, which sees none of them. Exposes nothing else.
import { ipcRenderer, webUtils } from 'electron'

/** For the desktop contract, and for a set's vectors. */
const channels = ['desktop-port', 'vectors-port']

window.addEventListener('message', (event) => {
  if (event.source !== window) return
  const requested = channels.find((channel) => event.data === `${channel}?`)
  if (requested) ipcRenderer.send(requested)
  else if (event.data?.type === 'dropped-files') passOnPaths(event)
})

for (const channel of channels) {
  ipcRenderer.on(channel, (event) => {
    // Only this page may receive it. A `file:` page has no origin to restrict it to.
    const origin = location.origin === 'null' ? '*' : location.origin
    window.postMessage(channel, origin, [...event.ports])
  })
}

/** The main process answers over the port of the message with an id for the paths. */
function passOnPaths({ data, ports }: MessageEvent) {
  const files: unknown[] = Array.isArray(data.files) ? data.files : []
  const paths = files.map((file) => (file instanceof File ? findPath(file) : ''))
  ipcRenderer.postMessage('dropped-files', paths, [...ports])
}

/** Empty for a file that a script has created. Electron before 32 has no `webUtils`. */
function findPath(file: File & { readonly path?: string }): string {
  return webUtils?.getPathForFile(file) ?? file.path ?? ''
}
