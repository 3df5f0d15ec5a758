// `npm run bench`: measures the application on this machine, without passing or failing.
import { buildApplication } from './build-application.mjs'
import { runCommand } from './command.mjs'
import { install } from './install.mjs'

await runCommand(async () => {
  await install('start')
  await buildApplication()
  // Imported late: their packages may have been installed only now.
  const { measureBlocking } = await import('./bench-blocking.mjs')
  const { measureEmbeddings } = await import('./bench-embeddings.mjs')
  const { measureGateway } = await import('./bench-gateway.mjs')
  const { measureImages } = await import('./bench-images.mjs')
  const { measureJobs } = await import('./bench-jobs.mjs')
  const { measureLibrary } = await import('./bench-library.mjs')
  const { measureLog } = await import('./bench-log.mjs')
  const { measurePage } = await import('./bench-page.mjs')
  const { measureStart } = await import('./bench-window.mjs')
  console.log('\nGateway in Node.js with a local upstream (loopback)')
  console.table(await measureGateway())
  console.log(
    '\nRequest log with 100,000 requests, in its thread and in the page (takes about three minutes)',
  )
  console.table(await measureLog())
  console.log('\nApp startup: first launch and relaunch')
  console.table(await measureStart())
  console.log('\nPage: streamed answers, a long conversation, memory (takes about four minutes)')
  console.table(await measurePage())
  console.log('\nImages: one with 4 MB of Base64, then 100 of about 1 MB, eight in parallel')
  console.table(await measureImages())
  console.log('\nJobs: 25 MB of audio, 200 files in parallel, and a launch with 1,000 finished jobs')
  console.table(await measureJobs())
  console.log(
    '\nEmbeddings: 5,000 × 3,072, a map of 50,000 points, and 100,000 rows (takes about two minutes)',
  )
  console.table(await measureEmbeddings())
  console.log('\nLibrary with 10,000 images (takes about two minutes)')
  console.table(await measureLibrary())
  console.log('\nBlocks of the main process in a large workspace (takes about four minutes)')
  console.table(await measureBlocking())
  return 0
})
