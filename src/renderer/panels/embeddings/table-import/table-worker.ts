// Reads tables off the page's thread: analyzes a file, then returns its rows in slices, one per request.
import { type CallContext, serveCalls } from '../../../api/worker-calls'
import { analyzeTable } from './analyze-table'
import { type ReadRowsOptions, readTableRows } from './read-table-rows'
import type { TableForm } from './table-options'

/** Milliseconds between two reports of progress. */
const reportIntervalMs = 100

let slices: ReturnType<typeof readTableRows> | undefined

const handlers = {
  analyze: ({ file, form }: { readonly file: Blob; readonly form: TableForm }, { report }: CallContext) => {
    let reportedAt = 0
    return analyzeTable(file, form, (share) => {
      if (performance.now() - reportedAt < reportIntervalMs) return
      reportedAt = performance.now()
      report(share)
    })
  },
  open: ({ file, options }: { readonly file: Blob; readonly options: ReadRowsOptions }) => {
    slices = readTableRows(file, options)
  },
  /** Of the file that was opened. */
  nextSlice: () => {
    if (!slices) throw new Error('No file is open.')
    return slices.next()
  },
}
export type TableHandlers = typeof handlers

serveCalls(handlers, self)
