// A browser origin as typed: what a browser would send in its `Origin` header.

type ReadOrigin = { readonly origin: string; readonly error?: undefined } | { readonly error: string }

export function readOrigin(text: string, listed: readonly string[]): ReadOrigin {
  const origin = toOrigin(text.trim())
  if (!origin) return { error: 'must be an address like http://localhost:5173' }
  return listed.includes(origin) ? { error: 'is in the list already' } : { origin }
}

function toOrigin(text: string): string | undefined {
  try {
    const { origin, protocol } = new URL(text)
    return /^https?:$/.test(protocol) ? origin : undefined
  } catch {
    return undefined
  }
}
