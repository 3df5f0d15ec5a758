// Keeps a browser that opens a file from running it: under the gateway's own address it could call the gateway.
import type { Headers } from '#shared/wire/call'

/** Types that a browser shows without running anything. Everything else is saved, not shown. */
const passiveTypes =
  /^(?:image\/(?!svg)[\w.+-]+|video\/[\w.+-]+|audio\/[\w.+-]+|text\/plain|application\/json)(?:;|$)/i

export function toInertHeaders(headers: Headers): Headers {
  const { 'content-type': type = '', 'content-disposition': disposition } = headers
  const isPassive = passiveTypes.test(type.trim())
  return {
    ...headers,
    ...(isPassive ? {} : { 'content-disposition': toAttachment(disposition) }),
    'content-security-policy': 'sandbox',
  }
}

/** With the file name that came. */
function toAttachment(disposition = ''): string {
  return disposition.includes(';') ? disposition.replace(/^[^;]*/, 'attachment') : 'attachment'
}
