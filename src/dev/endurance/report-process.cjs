// Loaded into the gateway's process with `--require`: reports its memory and open handles to the parent.
const { readdir } = require('node:fs/promises')

process.on('message', async () => {
  // Twice, because finalizers of the first collection release more.
  globalThis.gc?.()
  await new Promise((resolve) => setImmediate(resolve))
  globalThis.gc?.()
  const { heapUsed, rss, external } = process.memoryUsage()
  const resources = process.getActiveResourcesInfo()
  const countOf = (/** @type {string} */ name) => resources.filter((one) => one === name).length
  const files = await readdir('/proc/self/fd').catch(() => [])
  process.send?.({
    heap: heapUsed,
    external,
    rss,
    sockets: countOf('TCPSocketWrap'),
    timers: countOf('Timeout'),
    files: files.length,
  })
})
// The channel must not prevent the process from ending.
process.channel?.unref()
