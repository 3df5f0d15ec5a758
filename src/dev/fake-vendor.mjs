// `npm run fake-vendor`: runs fakes of the Gemini and OpenAI APIs. Prints only one line of JSON to stdout.
import { bundleModule } from './bundle-module.mjs'
import { exitWithParent, runCommand } from './command.mjs'
import { install } from './install.mjs'

await runCommand(async () => {
  exitWithParent()
  await install()
  const fixture = ['src', 'gateway', 'testing', 'fake-vendor', 'fake-vendor.fixture.ts']
  const { openFakeVendor } = await import(await bundleModule('fake-vendor', ...fixture))
  const vendor = await openFakeVendor()
  const { geminiUrl, openAiUrl, storageUrl, geminiKey, openAiKey, otherGeminiKey } = vendor
  const line = { geminiUrl, openAiUrl, storageUrl, geminiKey, openAiKey, otherGeminiKey }
  process.stdout.write(`${JSON.stringify(line)}\n`)
  return 0
})
