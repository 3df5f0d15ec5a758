// A program for tests to kill while it runs a set; its argument is the folder.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWorkspace } from '../workspace'

const rows = Array.from({ length: 40 }, (_, at) => ({ text: `Text ${at}`, title: null, cells: [] }))

async function run(folder: string): Promise<void> {
  let calls = 0
  const app = await openWorkspace({
    folder,
    send: async () => {
      calls += 1
      appendFileSync(join(folder, 'calls'), 'call\n')
      // The rest is never answered.
      if (calls > 10) await new Promise(() => {})
      return { status: 200, headers: {}, body: Buffer.from('{"embedding":{"values":[1,2]}}') }
    },
  })
  const settings = { model: 'gen-embedding-001', taskType: null, outputDimensionality: null }
  const { id } = app.embeddings.create({ name: 'Killed', settings, columns: [] })
  await app.embeddings.insertRows({ id, before: null, rows })
  await app.embeddings.run({ id })
  for await (const event of app.embeddings.watch({ id }))
    if (event.type === 'set' && event.set.counts.done === 10) process.stdout.write(`${id}\n`)
}

void run(process.argv[2] ?? '')
