// A worker that analyzes a file, then returns its rows in slices, one per request.
import { type CallContext, serveCalls } from '../../../api/worker-calls'
import { analyzeTable, type ReadRowsOptions, readTableRows } from './read-rows'
import type { TableFormat } from './table-options'

/** Minimum interval between two progress reports, in milliseconds. */
const reportIntervalMs = 100

let slices: ReturnType<typeof readTableRows> | undefined

const handlers = {
  analyze: ({ file, ...format }: TableFormat & { readonly file: Blob }, { report }: CallContext) => {
    let reportedAt = 0
    return analyzeTable(file, format, (share) => {
      if (performance.now() - reportedAt < reportIntervalMs) return
      reportedAt = performance.now()
      report(share)
    })
  },
  open: ({ file, options }: { readonly file: Blob; readonly options: ReadRowsOptions }) => {
    slices = readTableRows(file, options)
  },
  /** Returns the next slice of the opened file. */
  nextSlice: () => {
    if (!slices) throw new Error('No file is open.')
    return slices.next()
  },
}
export type TableHandlers = typeof handlers

serveCalls(handlers, self)
