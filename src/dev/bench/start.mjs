// Measures the application's start until the prompt can be edited, and its memory then.
import { toMedian, toRow } from './measure.mjs'
import { openOnce, withUserData } from './window.mjs'

/** @param {{ rounds?: number }} [options] */
export function measureStart({ rounds = 5 } = {}) {
  return withUserData(async (environment) => {
    const first = await openOnce(environment)
    const others = []
    for (let round = 0; round < rounds; round += 1) others.push(await openOnce(environment))
    return [
      toRow('first start', first.milliseconds, { unit: 'ms' }),
      toRow('another start', toMedian(others.map(({ milliseconds }) => milliseconds)), { unit: 'ms' }),
      toRow('memory of all processes (PSS)', toMedian(others.map(({ megabytes }) => megabytes)), {
        unit: 'MB',
      }),
    ]
  })
}
