// Makes the key of our own gateway: random, and of letters that need no escaping in a URL or a shell.
import { randomBytes } from 'node:crypto'

export function createLocalKey(): string {
  return `gp-${randomBytes(24).toString('base64url')}`
}
