// Which control inherits the focus of one that went away.

/**
 * `order`: the controls as they stood, `lost` among them; `groups`: the controls that stand now, the narrowest group first.
 * What took the lost one's place comes first, then what stood before it, then what stood after it.
 */
export function findHeir<Control>(
  order: readonly Control[],
  lost: Control,
  groups: readonly (readonly Control[])[],
): Control | undefined {
  const places = new Map(order.map((control, place) => [control, place]))
  const at = places.get(lost) ?? order.length
  const group = groups.find((each) => each.length > 0)
  if (!group) return undefined
  const before = group.filter((control) => (places.get(control) ?? at) < at)
  return group.find((control) => !places.has(control)) ?? before.at(-1) ?? group[0]
}
