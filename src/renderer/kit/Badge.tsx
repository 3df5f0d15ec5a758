// A word that marks something.

export function Badge({ children }: { children: string }) {
  return (
    <span className="rounded-sm border border-line-strong px-1 font-medium text-faint text-xs leading-4">
      {children}
    </span>
  )
}
