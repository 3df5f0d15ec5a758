// Code with its title and a way to copy it.
import { CopyButton } from '../../kit/CopyButton'

export function CodeBlock({ title, code }: { title: string; code: string }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-sunken">
      <div className="flex h-8 items-center justify-between border-line border-b pr-1 pl-4">
        <span className="text-faint text-xs">{title}</span>
        <CopyButton label="Copy code" text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="selectable">
        <code>{code}</code>
      </pre>
    </div>
  )
}
