// The groups in which the models of an OpenAI-compatible server are listed.
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { SelectGroup } from '../components/Select'

type Option = SelectGroup['options'][number]

interface Group extends SelectGroup {
  readonly options: readonly Option[]
}

/** More models than fit on a screen are grouped by the vendor before the slash, as OpenRouter names them. */
const minGrouped = 30

/**
 * The server's models, then those that the user has added, then the specification's names that are sent as one of them.
 * `label` names the first group.
 */
export function toServerGroups(
  models: readonly ModelSummary[],
  label: string,
  toMarks: (model: ModelSummary) => Pick<Option, 'marks' | 'details'>,
): readonly SelectGroup[] {
  const toOption = (model: ModelSummary): Option => {
    const { id, displayName, isServed, vendorId } = model
    if (!isServed) return { value: id, label: `${displayName} → ${vendorId}`, description: id }
    return {
      value: id,
      label: displayName,
      ...(displayName === id ? {} : { description: id }),
      ...toMarks(model),
    }
  }
  const listed = models.filter(({ isServed, custom }) => isServed && !custom)
  const groups = [
    ...groupByVendor(listed, label),
    { label: 'Added by you', models: models.filter(({ isServed, custom }) => isServed && custom) },
    { label: 'Names in the API spec', models: models.filter(({ isServed }) => !isServed) },
  ]
  return groups.flatMap(({ label: title, models: members }): Group[] =>
    members.length === 0 ? [] : [{ label: title, options: members.map(toOption) }],
  )
}

interface ModelGroup {
  readonly label: string
  readonly models: readonly ModelSummary[]
}

function groupByVendor(models: readonly ModelSummary[], label: string): readonly ModelGroup[] {
  const withVendor = models.filter(({ id }) => vendorOf(id) !== null).length
  if (models.length < minGrouped || withVendor * 2 < models.length) return [{ label, models }]
  const groups = new Map<string, ModelSummary[]>()
  for (const model of models) {
    const vendor = vendorOf(model.id) ?? label
    const group = groups.get(vendor)
    if (group) group.push(model)
    else groups.set(vendor, [model])
  }
  return [...groups]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([vendor, members]) => ({ label: vendor, models: members }))
}

function vendorOf(id: string): string | null {
  const [vendor, rest] = id.split('/', 2)
  return vendor && rest ? vendor : null
}

interface LimitedGroups {
  readonly groups: readonly SelectGroup[]
  /** Options that are left out. */
  readonly rest: number
}

/** Leaves out options beyond `max`, but never one up to the selected one. */
export function limitGroups(groups: readonly SelectGroup[], max: number, selected: string): LimitedGroups {
  const all = groups.flatMap(({ options }) => options)
  const at = all.findIndex(({ value }) => value === selected)
  let left = Math.max(max, at + 1)
  if (all.length <= left) return { groups, rest: 0 }
  const rest = all.length - left
  const limited = groups.map((group) => {
    const options = group.options.slice(0, left)
    left -= options.length
    return { ...group, options }
  })
  return { groups: limited.filter(({ options }) => options.length > 0), rest }
}
