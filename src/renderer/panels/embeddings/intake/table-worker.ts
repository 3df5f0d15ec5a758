// Reads tables off the page's thread: analyzes a file, then returns its rows in slices, one per request.
import { type CallContext, serveCalls } from '../../../api/worker-calls'
import { surveyTable } from './survey-table'
import type { TableForm } from './table-form'
import { type TakeWish, takeRows } from './take-rows'

/** Milliseconds between two reports of progress. */
const reportIntervalMs = 100

let slices: ReturnType<typeof takeRows> | undefined

const handlers = {
  analyze: ({ file, form }: { readonly file: Blob; readonly form: TableForm }, { report }: CallContext) => {
    let reportedAt = 0
    return surveyTable(file, form, (share) => {
      if (performance.now() - reportedAt < reportIntervalMs) return
      reportedAt = performance.now()
      report(share)
    })
  },
  open: ({ file, options }: { readonly file: Blob; readonly options: TakeWish }) => {
    slices = takeRows(file, options)
  },
  /** Of the file that was opened. */
  nextSlice: () => {
    if (!slices) throw new Error('No file is open.')
    return slices.next()
  },
}
export type TableHandlers = typeof handlers

serveCalls(handlers, self)
