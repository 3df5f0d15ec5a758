// What is odd about a file, in sentences, before any of it is taken.
import { longestText } from '#shared/schemas/embedding-set'
import { formatCount } from '../../../components/format'
import { countRows } from '../describe-set'
import type { Anomaly, TableAnalysis } from './survey-table'

const count = new Intl.NumberFormat('en')

export function describeAnomalies(analysis: TableAnalysis): string[] {
  const { encoding, shorter, longer, huge, unreadable } = analysis
  return [
    encoding === 'windows-1252' &&
      'The file is no UTF-8. It was read as Windows-1252: look whether letters with accents are right.',
    shorter.count > 0 &&
      `${toRows(shorter)} fewer cells than the first: what is missing is left blank (${listRowNumbers(shorter)}).`,
    longer.count > 0 &&
      `${toRows(longer)} more cells than the first: they stand in columns of their own (${listRowNumbers(longer)}).`,
    huge.count > 0 &&
      `${toRows(huge)} a cell of more than ${count.format(longestText)} characters, and cannot be a text (${listRowNumbers(huge)}).`,
    unreadable.count > 0 &&
      `${countRows(unreadable.count)} cannot be read, and ${unreadable.count === 1 ? 'is' : 'are'} left out: ${listRowNumbers(unreadable, 'line')}, ${unreadable.reason}.`,
  ].filter((sentence) => sentence !== false)
}

function toRows({ count: rows }: Anomaly): string {
  return `${countRows(rows)} ${rows === 1 ? 'has' : 'have'}`
}

/** `rows 2, 5, 9 and 12 others` */
function listRowNumbers({ places, count: all }: Anomaly, word = 'row'): string {
  const named = places.map((place) => count.format(place)).join(', ')
  const others = all - places.length
  return `${word}${places.length === 1 ? '' : 's'} ${named}${others > 0 ? ` and ${formatCount(others)} more` : ''}`
}
