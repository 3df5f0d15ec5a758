// Marks a field that the specification does not have.

export function BeyondMark() {
  return (
    <span
      title="Beyond the specification: documented by the vendor, and sent only when it is set"
      className="shrink-0 text-faint text-xs"
    >
      beyond the spec
    </span>
  )
}
