// Reads tables beside the page, so that a long one holds nothing up: looks a file over, then hands its rows over slice by slice.
import type { NewRow } from '#shared/schemas/embedding-set'
import { surveyTable, type TableSurvey } from './survey-table'
import type { TableForm } from './table-form'
import { type LeftOut, type TakeWish, takeRows } from './take-rows'

export type TableCall =
  | { readonly type: 'survey'; readonly file: Blob; readonly form: TableForm }
  | { readonly type: 'take'; readonly file: Blob; readonly wish: TakeWish }
  /** The last slice is kept: the next may come. */
  | { readonly type: 'next' }

export type TableNews =
  | { readonly type: 'share'; readonly share: number }
  | { readonly type: 'survey'; readonly survey: TableSurvey }
  | { readonly type: 'slice'; readonly rows: readonly NewRow[]; readonly share: number }
  | { readonly type: 'end'; readonly left: LeftOut }
  | { readonly type: 'refused'; readonly reason: string }

let slices: ReturnType<typeof takeRows> | undefined

addEventListener('message', ({ data }: MessageEvent<TableCall>) => {
  hear(data).catch((error: unknown) =>
    tell({ type: 'refused', reason: error instanceof Error ? error.message : 'It could not be read.' }),
  )
})

async function hear(call: TableCall): Promise<void> {
  if (call.type === 'survey') {
    const survey = await surveyTable(call.file, call.form, pace())
    return tell({ type: 'survey', survey })
  }
  if (call.type === 'take') slices = takeRows(call.file, call.wish)
  const step = await slices?.next()
  if (!step) return
  tell(step.done ? { type: 'end', left: step.value } : { type: 'slice', ...step.value })
}

/** Milliseconds. */
const tellEvery = 100

function pace(): (share: number) => void {
  let told = 0
  return (share) => {
    if (performance.now() - told < tellEvery) return
    told = performance.now()
    tell({ type: 'share', share })
  }
}

function tell(news: TableNews) {
  postMessage(news)
}
