// `npm run vendor-double`: the double of both vendors as a program; stdout carries one line of JSON and nothing else.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exitWithParent, runCommand } from './command.mjs'
import { install } from './install.mjs'
import { cacheFolder, root } from './paths.mjs'

await runCommand(async () => {
  exitWithParent()
  await install()
  const { openVendorDouble } = await import(pathToFileURL(await bundleDouble()).href)
  const double = await openVendorDouble()
  const { geminiUrl, openAiUrl, storageUrl, geminiKey, openAiKey, otherGeminiKey } = double
  const line = { geminiUrl, openAiUrl, storageUrl, geminiKey, openAiKey, otherGeminiKey }
  process.stdout.write(`${JSON.stringify(line)}\n`)
  return 0
})

/** Node cannot read TypeScript by itself: the fixture becomes one module, whose path this is. */
async function bundleDouble() {
  // It stands on a package, which is there only now.
  const { build } = await import('vite')
  const folder = join(cacheFolder, 'vendor-double')
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    build: {
      ssr: join(root, 'src', 'gateway', 'testing', 'fake-vendor', 'fake-vendor.fixture.ts'),
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { format: 'es', entryFileNames: 'vendor-double.mjs' } },
    },
  })
  return join(folder, 'vendor-double.mjs')
}
