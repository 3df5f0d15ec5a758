// `npm run fake-vendor`: runs fakes of the Gemini and OpenAI APIs. Prints only one line of JSON to stdout.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exitWithParent, runCommand } from './command.mjs'
import { install } from './install.mjs'
import { cacheFolder, root } from './paths.mjs'

await runCommand(async () => {
  exitWithParent()
  await install()
  const { openFakeVendor } = await import(pathToFileURL(await bundleFakeVendor()).href)
  const vendor = await openFakeVendor()
  const { geminiUrl, openAiUrl, storageUrl, geminiKey, openAiKey, otherGeminiKey } = vendor
  const line = { geminiUrl, openAiUrl, storageUrl, geminiKey, openAiKey, otherGeminiKey }
  process.stdout.write(`${JSON.stringify(line)}\n`)
  return 0
})

/** Bundles the fixture into one JavaScript module, because Node cannot load TypeScript. Returns its path. */
async function bundleFakeVendor() {
  // Imported late: the package may have been installed only now.
  const { build } = await import('vite')
  const folder = join(cacheFolder, 'fake-vendor')
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    build: {
      ssr: join(root, 'src', 'gateway', 'testing', 'fake-vendor', 'fake-vendor.fixture.ts'),
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { format: 'es', entryFileNames: 'fake-vendor.mjs' } },
    },
  })
  return join(folder, 'fake-vendor.mjs')
}
