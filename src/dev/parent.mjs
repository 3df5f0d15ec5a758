// Ends a script with the npm that started it: the shell between them dies of a signal without handing it on.

/** Half a second is soon enough, and costs nothing. */
const milliseconds = 500

export function endWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, milliseconds)
  watch.unref()
}
