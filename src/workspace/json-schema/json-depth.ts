// Whether a JSON value is nested deeper than what walks through it can go.

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1))
}
