// What the composer's bar offers to choose from; empty where the model has no such choice.
import type { SelectGroup } from '../../../components/Select'

type Options = SelectGroup['options']

/** One that was typed in the inspector stands among them. */
export function toRatioOptions(ratios: readonly string[], chosen: string | undefined): Options {
  if (ratios.length === 0) return []
  const typed = chosen !== undefined && !ratios.includes(chosen) ? [chosen] : []
  const named = [...ratios, ...typed].map((ratio) => ({ value: ratio, label: ratio }))
  const description = 'As the picture that is edited, else square'
  return [{ value: 'auto', label: 'Auto ratio', description }, ...named]
}

export function toSizeOptions(sizes: readonly string[], chosen: string | undefined): Options {
  if (sizes.length === 0) return []
  const kept = chosen !== undefined && !sizes.includes(chosen) ? [chosen] : []
  const automatic = { value: 'auto', label: 'Auto size', description: 'As the model has it' }
  return [automatic, ...[...sizes, ...kept].map(toSizeOption)]
}

function toSizeOption(size: string) {
  const side = size.endsWith('K') ? Number.parseInt(size, 10) * 1024 : Number(size)
  return { value: size, label: size, description: `About ${side.toLocaleString('en')} pixels square` }
}

/** More would not be told apart. */
export const mostVariations = 8

export const countOptions: Options = Array.from({ length: mostVariations }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 picture' : `${index + 1} pictures`,
}))
