// Ten sample texts in three themes, which show how embeddings cluster.
import type { EmbeddingSet, NewRow } from '#shared/schemas/embedding-set'
import { desktop } from '../../api/desktop'
import { addRows, createSet, runSet } from './state/embedding-actions'

const sampleColumn = 'theme'

const themes: Readonly<Record<string, readonly string[]>> = {
  space: [
    'The telescope captures galaxies billions of light-years away.',
    'A rocket carried two astronauts to the space station in orbit.',
    'Saturn is a planet with rings of ice and dust, and many moons.',
    'The moon’s gravity pulls on the oceans and creates the tides.',
  ],
  cooking: [
    'Knead the dough for ten minutes, then let it rise in a warm place.',
    'Simmer the tomatoes with garlic and basil until the sauce is thick.',
    'Bake the bread in a hot oven until the crust is brown and crisp.',
  ],
  music: [
    'The violin plays the melody while the piano keeps the rhythm.',
    'The orchestra tunes its instruments before the concert begins.',
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
