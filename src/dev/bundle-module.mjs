// Bundles TypeScript modules for scripts, because Node cannot load TypeScript.
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cacheFolder, root } from './paths.mjs'

/** Returns the URL of one JavaScript module, for `import()`. @param {string} name of the result @param {...string} path of the source */
export async function bundleModule(name, ...path) {
  const file = join(cacheFolder, name, `${name}.mjs`)
  await bundle(join(root, ...path), file)
  return pathToFileURL(file).href
}

/** As an ES module, or as a CommonJS module of Electron. @param {string} source @param {string} file ends with `.mjs` or `.cjs` */
export async function bundle(source, file) {
  // Imported late: the package may have been installed only now.
  const { build } = await import('vite')
  const isElectron = file.endsWith('.cjs')
  const external = isElectron ? ['libsql', 'electron'] : []
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    build: {
      ssr: source,
      outDir: dirname(file),
      emptyOutDir: !isElectron,
      target: isElectron ? 'node18' : 'node20',
      rollupOptions: {
        external,
        output: { format: isElectron ? 'cjs' : 'es', entryFileNames: basename(file), codeSplitting: false },
      },
    },
    ...(isElectron && { ssr: { noExternal: true, external } }),
  })
}
