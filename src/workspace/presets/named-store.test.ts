// Drafts, presets and prompt templates: kept over a restart, taken back, shared as files.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Draft } from '#shared/schemas/draft'
import { connect } from '../database/connection'
import { openWorkspace } from '../workspace'
import { openTestWorkspace } from '../workspace.fixture'

const draft = (text: string): Draft => ({
  text,
  attachments: [{ kind: 'uri', id: 'a', uri: 'https://example.com/film', mimeType: 'video/mp4' }],
  parameters: { model: 'gen-2.5-pro', temperature: 0.5 },
  columns: null,
})

test('drafts are kept over a restart, replaced and forgotten; a damaged one harms no other', async () => {
  const { app, folder, options } = await openTestWorkspace()
  app.drafts.write({ key: 'new', draft: draft('One') })
  app.drafts.write({ key: 'c1', draft: draft('Two') })
  app.drafts.write({ key: 'c2', draft: draft('Three') })
  app.drafts.write({ key: 'new', draft: draft('One, changed') })
  app.drafts.write({ key: 'c1', draft: null })
  app.drafts.write({ key: 'never there', draft: null })
  await app.close()
  const direct = connect(join(folder, 'workspace.db'))
  direct.run(`INSERT INTO drafts VALUES ('cut', '{"text":', 0), ('old', '{"text":5}', 0)`)
  direct.close()
  const again = await openWorkspace(options)
  expect(again.drafts.read()).toEqual({ new: draft('One, changed'), c2: draft('Three') })
  await again.close()
})

test('presets are listed by name, replaced by their id, put into the bin and taken out', async () => {
  const { app } = await openTestWorkspace()
  const heard: string[] = []
  app.changes.subscribe((topic) => heard.push(topic))
  const parameters = { model: 'gen-2.5-pro', temperature: 1 }
  const zebra = app.presets.save({ name: 'zebra', parameters })
  const tenth = app.presets.save({ name: 'Preset 10', parameters })
  app.presets.save({ name: 'preset 9', parameters })
  app.templates.save({ name: 'A template', text: 'Hello {{name}}' })
  const names = () => app.presets.list().map(({ name }) => name)
  expect(names()).toEqual(['preset 9', 'Preset 10', 'zebra'])

  const changed = app.presets.save({ id: zebra.id, name: 'Aardvark', parameters: { model: 'm', topK: 3 } })
  expect(changed).toEqual({
    id: zebra.id,
    name: 'Aardvark',
    parameters: { model: 'm', topK: 3 },
    updatedAt: expect.any(Number),
  })
  app.presets.delete({ id: tenth.id })
  expect(names()).toEqual(['Aardvark', 'preset 9'])
  expect(() => app.presets.delete({ id: tenth.id })).toThrow('This preset no longer exists.')
  expect(() => app.presets.save({ id: tenth.id, name: 'x', parameters })).toThrow(
    'This preset no longer exists.',
  )
  expect(app.presets.restore({ id: tenth.id })).toEqual(tenth)
  expect(() => app.templates.restore({ id: tenth.id })).toThrow('This template no longer exists.')
  expect(new Set(heard)).toEqual(new Set(['presets', 'templates']))
})

test('what was shared as a file comes back the same, under a name of its own', async () => {
  const { app } = await openTestWorkspace()
  const parameters = {
    model: 'gen-2.5-pro',
    functions: {
      on: true,
      declarations: [{ name: 'f', parameters: { type: 'OBJECT' }, behavior: 'BLOCKING' }],
      mocks: [],
      answerWithMocks: false,
    },
  }
  const { id } = app.presets.save({ name: 'Brief: a/b', parameters })
  const file = app.presets.toFile({ id })
  expect(file.suggestedName).toBe('Brief a b.preset.json')
  expect(JSON.parse(file.text)).toEqual({
    kind: 'gen-playground-preset',
    version: 1,
    name: 'Brief: a/b',
    parameters,
  })
  expect(app.presets.importFile(file.text)).toMatchObject({ name: 'Brief: a/b (2)', parameters })
  expect(app.presets.importFile(`\uFEFF${file.text}`)).toMatchObject({ name: 'Brief: a/b (3)' })
  const long = app.templates.save({ name: 'n'.repeat(80), text: 'Hello {{name}}' })
  expect(app.templates.importFile(app.templates.toFile(long).text)).toMatchObject({
    name: `${'n'.repeat(76)} (2)`,
    text: 'Hello {{name}}',
  })
})

const preset = (change: object) =>
  JSON.stringify({
    kind: 'gen-playground-preset',
    version: 1,
    name: 'x',
    parameters: { model: 'm' },
    ...change,
  })

test.each([
  ['{"kind": ', 'This file isn’t a preset file. Not valid JSON at line 1, column 10'],
  ['[]', 'its "kind" is missing, but "gen-playground-preset" was expected'],
  [preset({ kind: 'gen-playground-prompt-template' }), 'its "kind" is "gen-playground-prompt-template"'],
  [
    preset({ version: 2 }),
    'was created by a newer version of Gen Playground (format 2; this version supports up to 1)',
  ],
  [preset({ name: ' ' }), 'name: is required'],
  [preset({ parameters: { model: 'm', temperature: 3 } }), 'parameters.temperature: '],
  [preset({ parameters: { model: 'm', stopSequences: ['a', ''] } }), 'parameters.stopSequences[1]: '],
])('%s is refused with the place of what is wrong', async (text, message) => {
  const { app } = await openTestWorkspace()
  expect(() => app.presets.importFile(text)).toThrow(message)
  expect(app.presets.list()).toEqual([])
})

test('a damaged preset is left out and harms no other', async () => {
  const { app, folder } = await openTestWorkspace()
  app.presets.save({ name: 'whole', parameters: { model: 'm' } })
  const direct = connect(join(folder, 'workspace.db'))
  direct.run("INSERT INTO shelf (id, kind, name, content, updated_at) VALUES ('d', 'preset', 'cut', '{', 0)")
  direct.close()
  expect(app.presets.list().map(({ name }) => name)).toEqual(['whole'])
})
