// A small disk in memory that only its own processes see (Linux). It needs no rights if the system allows user namespaces.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot } from '../sandbox.mjs'

/**
 * @typedef {object} SmallDisk
 * @property {string} path where its processes see it
 * @property {string} outside the path for this process
 * @property {readonly string[]} prefix runs a command that sees it
 * @property {() => void} fill until not a single byte is free
 * @property {() => void} free what `fill` has taken
 * @property {() => Promise<void>} close
 */

/** Undefined if this system cannot have one. @param {string} path an empty folder @param {number} megabytes @returns {Promise<SmallDisk | undefined>} */
export async function openSmallDisk(path, megabytes) {
  if (process.platform !== 'linux') return undefined
  // Stays until its stdin ends, so the disk also disappears if this process is killed.
  const script = `mount -t tmpfs -o size=${megabytes}m none "$0" && echo ready && exec cat`
  const holder = spawn('unshare', [isRoot ? '-m' : '-rm', 'sh', '-c', script, path], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const isReady = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    once(holder, 'exit').then(() => false),
    once(holder, 'error').then(() => false),
  ])
  if (!isReady) return undefined
  const outside = `/proc/${holder.pid}/root${path}`
  const ballast = join(outside, 'ballast')
  return {
    path,
    outside,
    prefix: ['nsenter', '-t', `${holder.pid}`, ...(isRoot ? ['-m'] : ['-U', '-m', '--preserve-credentials'])],
    fill: () => fillWith(ballast),
    free: () => rmSync(ballast, { force: true }),
    async close() {
      const exited = once(holder, 'exit')
      holder.stdin.end()
      await exited
    },
  }
}

/** @param {string} path */
function fillWith(path) {
  const file = openSync(path, 'a')
  for (let block = Buffer.alloc(65_536); block.length > 0; ) {
    try {
      writeSync(file, block)
    } catch {
      block = block.subarray(0, block.length >> 1)
    }
  }
  closeSync(file)
}
