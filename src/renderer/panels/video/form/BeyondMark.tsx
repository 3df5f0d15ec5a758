// Marks a field that the specification does not have; the section's title explains the sign.
import { Asterisk } from 'lucide-react'

export function BeyondMark() {
  return (
    <span
      title="Beyond the specification: documented by the vendor, and sent only when it is set"
      className="shrink-0 text-faint"
    >
      <Asterisk size={12} aria-hidden="true" />
      <span className="sr-only">beyond the specification</span>
    </span>
  )
}
