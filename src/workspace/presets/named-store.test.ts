// Drafts, presets and prompt templates: stored, deleted, restored, shared as files.
import { expect, test } from 'vitest'
import type { Draft } from '#shared/schemas/chat'
import { onDisk, openTestWorkspace } from '../workspace.fixture'

const draft = (text: string): Draft => ({
  text,
  attachments: [{ kind: 'uri', id: 'a', uri: 'https://example.com/video', mimeType: 'video/mp4' }],
  parameters: { model: 'gen-2.5-pro', temperature: 0.5 },
  columns: null,
})

test('drafts survive a restart, are replaced and deleted; a damaged one affects no other', async () => {
  const { app, folder, options } = await openTestWorkspace()
  app.drafts.write({ key: 'new', draft: draft('One') })
  app.drafts.write({ key: 'c1', draft: draft('Two') })
  app.drafts.write({ key: 'c2', draft: draft('Three') })
  app.drafts.write({ key: 'new', draft: draft('One, changed') })
  app.drafts.write({ key: 'c1', draft: null })
  app.drafts.write({ key: 'never there', draft: null })
  await app.close()
  onDisk(folder, ({ run }) =>
    run(`INSERT INTO drafts VALUES ('cut', '{"text":', 0), ('old', '{"text":5}', 0)`),
  )
  const { app: reopened } = await openTestWorkspace(options)
  expect(reopened.drafts.read()).toEqual({ new: draft('One, changed'), c2: draft('Three') })
})

test('presets are listed by name, replaced by id, deleted and restored', async () => {
  const { app } = await openTestWorkspace()
  const received: string[] = []
  app.changes.subscribe((topic) => received.push(topic))
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
  expect(new Set(received)).toEqual(new Set(['presets', 'templates']))
})

test('an exported preset or template is imported unchanged, under a new name', async () => {
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

test('rejects an invalid file with the path of the value, and skips a damaged preset', async () => {
  const { app, folder } = await openTestWorkspace()
  const parameters = { model: 'm' }
  const preset = (change: object) =>
    JSON.stringify({ kind: 'gen-playground-preset', version: 1, name: 'x', parameters, ...change })
  const rejected = {
    'This file isn’t a preset file. Not valid JSON at line 1, column 10': '{"kind": ',
    'its "kind" is missing, but "gen-playground-preset" was expected': '[]',
    'its "kind" is "gen-playground-prompt-template"': preset({ kind: 'gen-playground-prompt-template' }),
    'was created by a newer version of Gen Playground (format 2; this version supports up to 1)': preset({
      version: 2,
    }),
    'name: is required': preset({ name: ' ' }),
    'parameters.temperature: ': preset({ parameters: { model: 'm', temperature: 3 } }),
    'parameters.stopSequences[1]: ': preset({ parameters: { model: 'm', stopSequences: ['a', ''] } }),
  }
  for (const [message, text] of Object.entries(rejected))
    expect(() => app.presets.importFile(text)).toThrow(message)
  expect(app.presets.list()).toEqual([])
  app.presets.save({ name: 'whole', parameters })
  onDisk(folder, ({ run }) =>
    run("INSERT INTO shelf (id, kind, name, content, updated_at) VALUES ('d', 'preset', 'cut', '{', 0)"),
  )
  expect(app.presets.list().map(({ name }) => name)).toEqual(['whole'])
})
