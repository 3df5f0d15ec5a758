// Measures the cost of work for tests that compare two sizes of it.

/**
 * Returns microseconds of CPU time, to which other programs add little; the minimum of several runs, because they
 * and the garbage collector can only make a run slower.
 */
export async function measureCost(work: () => unknown, runs = 5): Promise<number> {
  const costs: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    costs.push(user + system)
  }
  return Math.min(...costs)
}
