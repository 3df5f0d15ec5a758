// Runs the built application in Electron, and calls its desktop API as its page does.
import { spawn } from 'node:child_process'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { _electron } from 'playwright'
import { findElectron } from './electron-runtime.mjs'
import { root } from './paths.mjs'
import { forPlaywright } from './playwright-electron.mjs'
import { isRoot } from './sandbox.mjs'
import { serviceKey } from './scripted-upstream.mjs'

/** @typedef {import('playwright').ElectronApplication} ElectronApplication */
/** @typedef {import('playwright').Page} Page */
/** @typedef {(event: { data: unknown }) => void} Listener */
/** @typedef {{ folder: string, env: NodeJS.ProcessEnv, switches?: readonly string[] }} LaunchOptions `folder`: the user's data; `env`: of a desktop session */

/** @param {LaunchOptions} options */
async function toCommand({ folder, env, switches = [] }) {
  const hasPort = switches.some((text) => text.startsWith('--gateway-port='))
  return {
    path: await findElectron(),
    args: [
      root,
      `--user-data-dir=${folder}`,
      ...(hasPort ? [] : ['--gateway-port=0']),
      '--password-store=gnome-libsecret',
      ...switches,
    ],
    // Undefined values remove variables.
    env: /** @type {Record<string, string>} */ ({ ...process.env, GEN_PLAYGROUND_WELCOME: 'off', ...env }),
  }
}

/** For what needs no connection to it. @param {LaunchOptions} options */
export async function spawnElectron(options) {
  const { path, args, env } = await toCommand(options)
  return spawn(path, [...(isRoot ? ['--no-sandbox'] : []), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** @param {LaunchOptions} options */
export async function launchElectron(options) {
  const { path, args, env } = await toCommand(options)
  const { executablePath, env: added } = forPlaywright(path)
  return await _electron.launch({ executablePath, args, env: { ...env, ...added }, chromiumSandbox: !isRoot })
}

/** Waits for the main window. @param {ElectronApplication} electron */
export async function waitForWindow(electron) {
  const page = await electron.firstWindow()
  await page.getByRole('navigation', { name: 'Panels' }).waitFor()
  return page
}

/**
 * A client of the desktop API over a port with JSON messages. Its types are in `shared/desktop/contract`.
 * @param {Listener[]} listeners the caller calls them with each message @param {(data: any) => void} post
 * @returns {any}
 */
export function openClient(listeners, post) {
  const addEventListener = (/** @type {string} */ type, /** @type {Listener} */ listen) => {
    if (type === 'message') listeners.push(listen)
  }
  // The link needs only two functions of a port.
  return createORPCClient(new RPCLink({ port: /** @type {any} */ ({ addEventListener, postMessage: post }) }))
}

/** A client with a port of its own through the page. @param {Page} page */
export async function connectPage(page) {
  /** @type {Listener[]} */
  const listeners = []
  await page.exposeFunction('reportToTest', (/** @type {string} */ data) => {
    for (const listen of listeners) listen({ data })
  })
  await page.evaluate(openPort)
  return openClient(listeners, (data) => void page.evaluate(postToPort, data).catch(() => {}))
}

/** Runs in the page. */
async function openPort() {
  const page = /** @type {any} */ (globalThis)
  const port = await new Promise((resolve) => {
    page.addEventListener('message', function receive(/** @type {any} */ { data, ports: [given] }) {
      if (data !== 'desktop-port' || !given) return
      page.removeEventListener('message', receive)
      resolve(given)
    })
    page.postMessage('desktop-port?', page.location.origin)
  })
  port.onmessage = (/** @type {any} */ { data }) =>
    page.reportToTest(typeof data === 'string' ? data : JSON.stringify(data))
  page.addEventListener('ask', (/** @type {any} */ event) => port.postMessage(event.detail))
}

/** Runs in the page. @param {string} data */
function postToPort(data) {
  const page = /** @type {any} */ (globalThis)
  page.dispatchEvent(new page.CustomEvent('ask', { detail: data }))
}

/** The next results of dialogs for files and folders. @param {ElectronApplication} electron @param {string} path */
export async function choosePath(electron, path) {
  await electron.evaluate(({ dialog }, selected) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: selected })
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [selected] })
  }, path)
}

/** Makes a service with the gateway's own API the provider. @param {any} desktop @param {string} url */
export async function selectService(desktop, url) {
  const service = { id: 'service', name: 'Scripted', baseUrl: url }
  const upstream = { kind: 'service', profile: 'service' }
  await desktop.settings.update({ services: [service], upstream, chatTitles: false })
  await desktop.keys.set({ slot: 'service', key: serviceKey })
}
