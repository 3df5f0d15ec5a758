// Programs of their own for the tests that kill one: bundled as the application is, and started in Node.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** CommonJS, with the native module beside it. `entry` is the program's own address; the path of what was built. */
export async function bundleProgram(entry: URL): Promise<string> {
  const name = basename(entry.pathname).replace(/(\.fixture)?\.ts$/, '')
  const outDir = join(root, 'node_modules/.cache/programs', name)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
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
  ...words: readonly string[]
): ChildProcessByStdio<null, Readable, null> {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
