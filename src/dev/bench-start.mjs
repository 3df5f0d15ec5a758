// How long the application takes to open, and what it holds in memory then.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from 'playwright'
import { openDisplay } from './desktop-session.mjs'
import { findElectron } from './electron-runtime.mjs'
import { root } from './paths.mjs'
import { isRoot } from './sandbox.mjs'

export async function measureStart() {
  const display = await openDisplay({ alwaysVirtual: true })
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-bench-'))
  try {
    const first = await openOnce(folder, display.env)
    const again = []
    for (let round = 0; round < 5; round += 1) again.push(await openOnce(folder, display.env))
    again.sort((one, other) => one.milliseconds - other.milliseconds)
    return { 'first start': first, 'median of five more': again[2] }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    display.close()
  }
}

/** To the prompt that can be written. @param {string} folder @param {NodeJS.ProcessEnv} env */
export async function openOnce(folder, env) {
  const began = performance.now()
  const application = await _electron.launch({
    executablePath: await findElectron(),
    args: [root, `--user-data-dir=${folder}`, '--gateway-port=0'],
    // Undefined values stand for variables that are to be removed.
    env: /** @type {Record<string, string>} */ ({ ...process.env, ...env }),
    chromiumSandbox: !isRoot,
  })
  const page = await application.firstWindow()
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
  const milliseconds = Math.round(performance.now() - began)
  const megabytes = await countMemory(application.process().pid ?? 0)
  await application.close()
  return { milliseconds, 'MB (PSS)': megabytes }
}

/** Proportional set size of a process and all that it started; Linux only, elsewhere 0. @param {number} pid */
async function countMemory(pid) {
  const parents = new Map()
  for (const name of await readdir('/proc').catch(() => [])) {
    const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '')
    parents.set(Number(name), Number(stat.split(') ')[1]?.split(' ')[1]))
  }
  let kilobytes = 0
  for (const one of parents.keys()) {
    if (!descendsFrom(one, pid, parents)) continue
    const rollup = await readFile(`/proc/${one}/smaps_rollup`, 'latin1').catch(() => '')
    kilobytes += Number(rollup.match(/^Pss:\s+(\d+)/m)?.[1] ?? 0)
  }
  return Math.round(kilobytes / 1024)
}

/** @param {number} one @param {number} ancestor @param {Map<number, number>} parents */
function descendsFrom(one, ancestor, parents) {
  for (let at = one; at > 1; at = parents.get(at) ?? 0) if (at === ancestor) return true
  return false
}
