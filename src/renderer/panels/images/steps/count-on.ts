// What one more picture is drawn with: as those before it, and where they have a seed, with one that none of them has.
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'

/** Of 32 bits; after it comes the least (specification §2). */
const largestSeed = 2_147_483_647

/** As `like`, or as the last of the step's variations; undefined where nothing is known of it. */
export function countOn(
  variations: readonly Pick<Turn, 'parameters'>[],
  like = variations.at(-1),
): ChatParameters | undefined {
  const parameters = like?.parameters
  if (!parameters) return undefined
  const seed = findFreeSeed(variations.flatMap((variation) => variation.parameters?.seed ?? []))
  return parameters.seed === undefined || seed === undefined ? parameters : { ...parameters, seed }
}

/** The first after the last one that was used. */
function findFreeSeed(used: readonly number[]): number | undefined {
  const taken = new Set(used)
  let seed = used.at(-1)
  while (seed !== undefined && taken.has(seed)) seed = seed === largestSeed ? -largestSeed - 1 : seed + 1
  return seed
}
