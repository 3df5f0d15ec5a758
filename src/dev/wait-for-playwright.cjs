// Loaded before the application: delays its windows until Playwright is connected, and calls `__playwright_run`. With
// GEN_PLAYGROUND_TEST_HOST, Electron runs that program instead of the application.
// If Playwright connects while a page is being replaced, it misses the navigation and waits for it forever.
const Module = require('node:module')
const { isMainThread } = require('node:worker_threads')

// Otherwise, a process that the application starts in its place would wait, too.
delete process.env.NODE_OPTIONS

if (isMainThread) {
  const connected = new Promise((resolve) => {
    globalThis.__playwright_run = resolve
  })
  // Electron cannot be loaded yet.
  const load = Module._load
  Module._load = (request, parent, isMain) => {
    const { GEN_PLAYGROUND_TEST_HOST: testHost } = process.env
    const exports = load(
      testHost && isMain && request.endsWith('main.cjs') ? testHost : request,
      parent,
      isMain,
    )
    if (request === 'electron' && exports.app) {
      Module._load = load
      const ready = exports.app.whenReady()
      exports.app.whenReady = () => connected.then(() => ready)
    }
    return exports
  }
}
