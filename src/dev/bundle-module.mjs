// Bundles a TypeScript module for scripts, because Node cannot load TypeScript.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cacheFolder, root } from './paths.mjs'

/** Returns the URL of one JavaScript module, for `import()`. @param {string} name of the result @param {...string} path of the source */
export async function bundleModule(name, ...path) {
  // Imported late: the package may have been installed only now.
  const { build } = await import('vite')
  const folder = join(cacheFolder, name)
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    build: {
      ssr: join(root, ...path),
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { format: 'es', entryFileNames: `${name}.mjs` } },
    },
  })
  return pathToFileURL(join(folder, `${name}.mjs`)).href
}
