// Loaded into the gateway's process with `--require`: reports its open handles to the parent.
const { readdir } = require('node:fs/promises')

process.on('message', async () => {
  const resources = process.getActiveResourcesInfo()
  const countOf = (/** @type {string} */ name) => resources.filter((one) => one === name).length
  const files = await readdir('/proc/self/fd').catch(() => [])
  process.send?.({ sockets: countOf('TCPSocketWrap'), timers: countOf('Timeout'), files: files.length })
})
// The channel must not prevent the process from ending.
process.channel?.unref()
