// The names by which usage counts the clients of requests.

/** `python-requests/2.31` → `python-requests`: versions are too many. */
export function toClientProduct(client: string): string {
  return /^[^/\s(]*/.exec(client)?.[0].slice(0, 60) ?? ''
}
