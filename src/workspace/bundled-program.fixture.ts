// Bundles and starts Node programs for the tests that kill one, bundled like the application.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the path of the CommonJS bundle of `entry`; the native module stays external. `alias` replaces imported modules. */
export async function bundleProgram(
  entry: URL,
  alias: Readonly<Record<string, string>> = {},
): Promise<string> {
  const name = basename(entry.pathname).replace(/(\.fixture)?\.ts$/, '')
  const outDir = join(root, 'node_modules/.cache/programs', name)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    resolve: { alias },
    build: {
      ssr: fileURLToPath(entry),
      outDir,
      emptyOutDir: true,
      target: 'node18',
      rollupOptions: {
        external: ['libsql'],
        output: { format: 'cjs', entryFileNames: `${name}.cjs` },
      },
    },
    ssr: { noExternal: true, external: ['libsql'] },
  })
  return join(outDir, `${name}.cjs`)
}

/** Killed at the latest when the test ends. */
export function startProgram(
  program: string,
  ...args: readonly string[]
): ChildProcessByStdio<null, Readable, null> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
