// The state of the usage tab, which lasts while other tabs and panels are shown.
import { create } from 'zustand'
import type { UsageDimension } from '#shared/schemas/request-log'
import type { Measure } from './usage-chart'
import type { UsageRange } from './usage-totals'

interface UsageView {
  readonly range: UsageRange
  readonly dimension: UsageDimension
  readonly measure: Measure
}

export const useUsageView = create<UsageView>()(() => ({
  range: '7',
  dimension: 'model',
  measure: 'requests',
}))

export function changeUsageView(part: Partial<UsageView>) {
  useUsageView.setState(part)
}
