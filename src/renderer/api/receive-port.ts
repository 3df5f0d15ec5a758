// Asks the application for a port to it.

const patience = 10_000

/** A new one each time, not started yet. Rejects where nobody answers within ten seconds. */
export function receivePort(channel: string): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    function finish(port: MessagePort | undefined) {
      clearTimeout(timer)
      window.removeEventListener('message', receive)
      if (port) resolve(port)
      else reject(new Error('The application does not answer. Reload the window to try again.'))
    }
    function receive(event: MessageEvent) {
      const [port] = event.ports
      if (event.source !== window || event.data !== channel || !port) return
      // Whoever else waits gets another one.
      event.stopImmediatePropagation()
      finish(port)
    }
    window.addEventListener('message', receive)
    window.postMessage(`${channel}?`, location.origin === 'null' ? '*' : location.origin)
    const timer = setTimeout(() => finish(undefined), patience)
  })
}
