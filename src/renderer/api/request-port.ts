// Requests a MessagePort from the application.

const timeoutMs = 10_000

/** Each call gets a new port, not started yet. Rejects if none is received within ten seconds. */
export function requestPort(channel: string): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    function finish(port: MessagePort | undefined) {
      clearTimeout(timer)
      window.removeEventListener('message', receive)
      if (port) resolve(port)
      else reject(new Error('Gen Playground isn’t responding. Reload the window to try again.'))
    }
    function receive(event: MessageEvent) {
      const [port] = event.ports
      if (event.source !== window || event.data !== channel || !port) return
      // Other pending requests receive ports of their own.
      event.stopImmediatePropagation()
      finish(port)
    }
    window.addEventListener('message', receive)
    window.postMessage(`${channel}?`, location.origin === 'null' ? '*' : location.origin)
    const timer = setTimeout(() => finish(undefined), timeoutMs)
  })
}
