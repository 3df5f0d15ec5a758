// Bundles the main process of page tests into the built application, whose workers and pages it uses.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder, outFolder, root } from './paths.mjs'

const name = 'test-host.cjs'

/** The program's path. Packages do not contain it. */
export const testHost = join(outFolder, 'main', name)
const source = join(root, 'e2e', 'test-host.ts')
const marker = join(cacheFolder, 'test-host-built-from.txt')

/** Must be called after `buildApplication`. */
export async function buildTestHost() {
  const inputs = `${await readFile(join(outFolder, 'built-from.txt'), 'utf8')} ${await readFile(source, 'utf8')}`
  const built = await readFile(marker, 'utf8').catch(() => '')
  if (built === inputs && existsSync(testHost)) return
  await mkdir(cacheFolder, { recursive: true })
  await rm(marker, { force: true })
  // Imported late: the package may have been installed only now.
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    build: {
      ssr: source,
      outDir: join(outFolder, 'main'),
      emptyOutDir: false,
      target: 'node18',
      rollupOptions: {
        external: ['libsql', 'electron'],
        output: { format: 'cjs', entryFileNames: name, codeSplitting: false },
      },
    },
    ssr: { noExternal: true, external: ['libsql', 'electron'] },
  })
  await writeFile(marker, inputs)
}
