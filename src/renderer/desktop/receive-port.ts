// Asks the application for the page's own port to it.

const channel = 'desktop-port'
const patience = 10_000

/** Each page load gets a port of its own. Rejects where nobody answers within ten seconds. */
export function receivePort(): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish(undefined), patience)
    function finish(port: MessagePort | undefined) {
      clearTimeout(timer)
      window.removeEventListener('message', receive)
      if (!port) return reject(new Error('The application does not answer. Reload the window to try again.'))
      port.start()
      resolve(port)
    }
    function receive(event: MessageEvent) {
      const [port] = event.ports
      if (event.source === window && event.data === channel && port) finish(port)
    }
    window.addEventListener('message', receive)
    window.postMessage(`${channel}?`, location.origin === 'null' ? '*' : location.origin)
  })
}
