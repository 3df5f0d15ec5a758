// Listeners that end with the application rather than with the process.

/** Adds a listener, and removes it when the signal is aborted. */
export function listenUntil(
  signal: AbortSignal,
  emitter: NodeJS.EventEmitter,
  event: string,
  listener: Parameters<NodeJS.EventEmitter['on']>[1],
): void {
  emitter.on(event, listener)
  signal.addEventListener('abort', () => emitter.removeListener(event, listener), { once: true })
}
