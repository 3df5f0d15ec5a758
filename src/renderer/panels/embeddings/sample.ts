// Sample texts: ten in three themes, which show how embeddings cluster, and four questions, each asked in two ways.
import type { EmbeddingSet, NewRow } from '#shared/schemas/embedding-set'
import { desktop } from '../../api/desktop'
import { addRows, createSet, runSet } from './state/embedding-actions'

const sampleColumn = 'theme'

const themes: Readonly<Record<string, readonly string[]>> = {
  space: [
    'The telescope sees galaxies in deep space, billions of light-years away.',
    'A rocket carried two astronauts to the space station in orbit around the planet.',
    'Saturn is a planet with rings of ice, and many moons orbit around it.',
    'The moon’s gravity pulls on the oceans of our planet and creates the tides.',
  ],
  cooking: [
    'Knead the bread dough for ten minutes, then let it rise in a warm place.',
    'Simmer the tomatoes with garlic and basil until the sauce is thick.',
    'Bake the bread in a hot oven until the crust is brown and crisp.',
  ],
  music: [
    'The violin plays the melody while the piano keeps the rhythm.',
    'The orchestra tunes every violin and piano before the concert begins.',
    'A drummer and a guitarist set the rhythm of the song.',
  ],
}

function listSampleRows(): NewRow[] {
  return Object.entries(themes).flatMap(([theme, texts]) =>
    texts.map((text) => ({ text, title: null, cells: [theme] })),
  )
}

/** Creates, fills, runs and opens a sample set. */
export async function runSample(): Promise<void> {
  const { id } = await createSet('Three topics', [sampleColumn])
  await addRows(id, listSampleRows())
  await runSet(id)
}

const questions: Readonly<Record<string, readonly string[]>> = {
  password: ['How do I reset my password?', 'I forgot my password. How can I set a new password?'],
  invoice: [
    'Where do I find the invoice for my last order?',
    'Please send me the invoice for the order of May.',
  ],
  delivery: ['When will my package be delivered?', 'The delivery of my package is late. When will it come?'],
  account: ['How can I delete my account and all its data?', 'I want my account closed and my data deleted.'],
}

/** Creates, fills, runs and opens the set of questions. */
export async function runQuestions(): Promise<void> {
  const { id } = await createSet('Similar questions', ['question'])
  const rows = Object.entries(questions).flatMap(([question, texts]) =>
    texts.map((text) => ({ text, title: null, cells: [question] })),
  )
  await addRows(id, rows)
  await runSet(id)
}

/** Adds the sample texts to an existing set, without running it. */
export async function fillSample({ id, columns }: EmbeddingSet): Promise<void> {
  const allColumns = columns.length > 0 ? columns : [sampleColumn]
  if (columns.length === 0) await desktop.embeddings.setColumns({ id, columns: allColumns })
  const at = allColumns.indexOf(sampleColumn)
  await addRows(
    id,
    listSampleRows().map((row) => ({
      ...row,
      cells: allColumns.map((_, each) => (each === at ? (row.cells[0] ?? '') : '')),
    })),
  )
}
