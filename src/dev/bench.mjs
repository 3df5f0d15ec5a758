// `npm run bench`: the application's figures, measured on this machine; nothing passes or fails by them.
import { buildApplication } from './build-application.mjs'
import { runCommand } from './command.mjs'
import { install } from './install.mjs'

await runCommand(async () => {
  await install('start')
  await buildApplication()
  // These stand on packages, which are there only now.
  const { measureEmbeddings } = await import('./bench-embeddings.mjs')
  const { measureGateway } = await import('./bench-gateway.mjs')
  const { measureImages } = await import('./bench-images.mjs')
  const { measureJobs } = await import('./bench-jobs.mjs')
  const { measureLibrary } = await import('./bench-library.mjs')
  const { measurePage } = await import('./bench-page.mjs')
  const { measureStart } = await import('./bench-window.mjs')
  console.log('\nThe gateway in plain Node before a small upstream, both on loopback')
  console.table(await measureGateway())
  console.log('\nThe application from its start, with an empty folder and again')
  console.table(await measureStart())
  console.log(
    '\nThe page: answers that are written, a long conversation, memory; this takes about four minutes',
  )
  console.table(await measurePage())
  console.log('\nPictures: one of 4 MB of Base64, and a hundred of about one MB, eight at once')
  console.table(await measureImages())
  console.log('\nJobs: a sound of 25 MB, 200 files at once, and a start with 1,000 ended ones')
  console.table(await measureJobs())
  console.log(
    '\nEmbeddings: 5,000 × 3,072, a map of 50,000 points, and 100,000 rows; this takes about two minutes',
  )
  console.table(await measureEmbeddings())
  console.log('\nA Library of 10,000 pictures with their files; this takes about two minutes')
  console.table(await measureLibrary())
  return 0
})
