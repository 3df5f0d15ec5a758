const maxValues = 100

/** Sets a value of a map whose keys are whole texts, and drops the oldest ones. */
export function setRecent<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.delete(key)
  values.set(key, value)
  for (const oldest of values.keys()) {
    if (values.size <= maxValues) return
    values.delete(oldest)
  }
}
