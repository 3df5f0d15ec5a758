// Which columns of a file become what: the text, the title, and the further cells of the set.
import type { TableAnalysis } from './survey-table'

/** As chosen in the dialog; columns are counted from 0. */
export interface ColumnChoice {
  /** The first row names the columns, and is no row. */
  readonly hasHead: boolean
  readonly text: number
  /** Null: there is none. */
  readonly title: number | null
}

/** More the contract does not take. */
const maxColumns = 200

const textNames =
  /^(text|texts|content|body|sentence|passage|document|question|prompt|query|input|description)$/i
const titleNames = /^(title|name|heading|headline)$/i

/** What they are called, each otherwise: by the file, by its first row, or by their number. */
export function nameColumns(
  { names, sample, width }: Pick<TableAnalysis, 'names' | 'sample' | 'width'>,
  hasHead: boolean,
): string[] {
  const told = names.length > 0 ? names : hasHead ? (sample[0] ?? []) : []
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, at) => {
    const name = told[at]?.trim() || `Column ${at + 1}`
    let other = name
    for (let number = 2; taken.has(other); number += 1) other = `${name} ${number}`
    taken.add(other)
    return other
  })
}

/** The column that is called so, else the one with the most to read. */
export function guessColumns(analysis: TableAnalysis): ColumnChoice {
  const { hasHead, lengths } = analysis
  const names = nameColumns(analysis, hasHead)
  // More columns than a call takes arguments are no reason to fail.
  const longest = lengths.indexOf(lengths.reduce((most, length) => Math.max(most, length), 0))
  const named = names.findIndex((name) => textNames.test(name))
  const text = Math.max(0, named >= 0 ? named : longest)
  const title = names.findIndex((name, at) => at !== text && titleNames.test(name))
  return { hasHead, text, title: title >= 0 ? title : null }
}

interface CellPlan {
  /** Of the set, after the rows were added. */
  readonly columns: readonly string[]
  /** By the set's column, the file's; null where the file has none of that name. */
  readonly sources: readonly (number | null)[]
  /** Columns that no longer find room in the set. */
  readonly left: readonly string[]
}

/** Columns of the same name meet; new ones are added behind those that the set has. */
export function planCells(table: readonly string[], analysis: TableAnalysis, choice: ColumnChoice): CellPlan {
  const columns = [...table]
  const sources: (number | null)[] = table.map(() => null)
  const left: string[] = []
  nameColumns(analysis, choice.hasHead).forEach((name, at) => {
    if (at === choice.text || at === choice.title) return
    const free = columns.findIndex((column, place) => column === name && sources[place] === null)
    if (free >= 0) sources[free] = at
    else if (columns.length < maxColumns) {
      columns.push(name)
      sources.push(at)
    } else left.push(name)
  })
  return { columns, sources, left }
}
