import { expect, test } from 'vitest'
import { parseVideoDraft } from '../../../state/video-form'
import { readFormErrors } from './use-create-video'

const draft = parseVideoDraft(undefined)
const read = (message: string) => readFormErrors(new Error(message), draft)

test('assigns an error that names a field to it, any other one to the form', () => {
  expect([
    read('references[1]: the image is not in the media folder'),
    read('image.media: must be text'),
    read('resolution: 4k needs a duration of 8 seconds'),
    read('No key is set: enter one in Settings.'),
    read('disk: it is full'),
  ]).toEqual([
    { error: null, problems: { references: 'the image is not in the media folder' } },
    { error: null, problems: { image: 'must be text' } },
    { error: null, problems: { resolution: '4k needs a duration of 8 seconds' } },
    { error: 'No key is set: enter one in Settings.', problems: {} },
    { error: 'disk: it is full', problems: {} },
  ])
})
