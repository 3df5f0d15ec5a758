// Tests the reader of multipart forms with forms that end before the request does.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readForm } from './form-reader'

// The parser finishes within such a form. Waiting for that only after the request had ended never returned, and the
// client got no response.
test('rejects a form whose final boundary comes before others, even if the request ends later', async () => {
  const form = readForm('multipart/form-data; boundary=form', { checkModel: () => {}, checkSize: () => {} })
  await form.read(Buffer.from('--form--form--form\r\nX: y\r\n\r\nvalue\r\n--form--\r\n'))
  await nextTurn()
  await expect(form.end()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', param: 'model' })
})
