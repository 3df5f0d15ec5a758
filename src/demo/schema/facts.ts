// Facts for common samples, so that their JSON is true.
import type { Source, ValueLocation } from './source'

type Fact = Readonly<Record<string, string | number>>

const planets: readonly Fact[] = [
  { name: 'Mercury', diameter: 4879, moons: 0 },
  { name: 'Venus', diameter: 12_104, moons: 0 },
  { name: 'Earth', diameter: 12_756, moons: 1 },
  { name: 'Mars', diameter: 6792, moons: 2 },
  { name: 'Jupiter', diameter: 142_984, moons: 95 },
  { name: 'Saturn', diameter: 120_536, moons: 146 },
  { name: 'Uranus', diameter: 51_118, moons: 28 },
  { name: 'Neptune', diameter: 49_528, moons: 16 },
]

/** A fact for the list item at this location, by the member's name. */
export function findFact(location: ValueLocation, { prompt }: Source): string | number | undefined {
  if (!/\bplanets\b/i.test(prompt) || !location.path.includes('[')) return undefined
  const facts = planets[location.index] ?? {}
  const key = Object.keys(facts).find((name) => location.name.toLowerCase().includes(name))
  return key === undefined ? undefined : facts[key]
}
