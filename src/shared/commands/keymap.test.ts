// The keymap: its defaults are free of conflicts, and the user's changes are applied, checked and removed.
import { expect, test } from 'vitest'
import { commandIds, commands } from './commands'
import { changeKeymap, findConflicts, findKeysProblem, readDefaultKeys, resolveKeymap } from './keymap'
import { isBare, parseKeys, toAccelerator } from './keys'

test.each([false, true])(
  'every default is valid, and runs one command where it is pressed (Mac: %s)',
  (isMac) => {
    const keymap = resolveKeymap({}, isMac)
    const found = commandIds.flatMap((id) =>
      readDefaultKeys(id, isMac).flatMap((keys) => [
        ...(parseKeys(keys) ? [] : [`${id}: ${keys} is no key`]),
        ...findConflicts(id, keys, keymap).map((other) => `${id} and ${other}: ${keys}`),
      ]),
    )
    expect(found).toEqual([])
  },
)

test('no default key that types a character deletes', () => {
  const deleting = commandIds.filter((id) => commands[id].deletes)
  expect(deleting.length).toBeGreaterThan(2)
  for (const isMac of [false, true]) {
    const bare = deleting.flatMap((id) => readDefaultKeys(id, isMac).filter(isBare))
    expect([...new Set(bare)]).toEqual(['delete'])
  }
})

test('what the menu shows has an accelerator, and every title is in sentence case', () => {
  const shown = commandIds.filter((id) => commands[id].menu)
  expect(shown.filter((id) => (commands[id].keys ?? []).some((keys) => !toAccelerator(keys)))).toEqual([])
  const titles = commandIds.map((id) => commands[id].title)
  expect(titles.filter((title) => !/^\p{Lu}[^.:;]*$/u.test(title))).toEqual([])
})

test('changes replace all keys of a command; unknown commands and invalid keys are ignored', () => {
  const keymap = resolveKeymap(
    {
      'app.palette': 'mod+p',
      'view.list': null,
      'go.settings': 'mod+j',
      'chat.new': 'nonsense',
      gone: 'mod+g',
    },
    false,
  )
  expect([keymap['app.palette'], keymap['view.list'], keymap['go.settings'], keymap['chat.new']]).toEqual([
    ['mod+p'],
    [],
    ['mod+j'],
    ['mod+n'],
  ])
  // Also names of properties that every object has.
  expect(resolveKeymap({ constructor: 'mod+g' } as never, false)).toEqual(resolveKeymap({}, false))
})

test('keys conflict only with commands of the same panel and of the same focused element', () => {
  const keymap = resolveKeymap({}, false)
  const cases = [
    ['app.palette', 'mod+b', ['view.list']],
    ['chat.import', 'mod+o', ['chat.attach', 'transcribe.add', 'embeddings.import']],
    ['image.edit', 's', ['image.save']],
    ['library.star', 'e', []],
    ['list.rename', 'e', []],
    ['app.palette', 'mod+k', []],
  ] as const
  for (const [id, keys, others] of cases) expect(findConflicts(id, keys, keymap)).toEqual(others)
})

test.each([
  ['conversation.delete', 'd shift+d', 'mod+backspace'],
  ['list.delete', 'x f9', 'delete'],
  ['library.emptyTrash', 'delete', ''],
  ['app.palette', 'k mod+c enter delete mod+K', 'f1'],
  ['image.edit', '', 'x'],
  ['edit.search', '', ';'],
  ['answer.stop', '', 'escape'],
] as const)('%s can’t have the keys %s, but %s', (id, rejected, accepted) => {
  const listAccepted = (keys: string) =>
    keys.split(' ').filter((key) => key !== '' && findKeysProblem(id, key, false) === undefined)
  expect([listAccepted(rejected), listAccepted(accepted).join(' ')]).toEqual([[], accepted])
})

test('a change to the default is no change', () => {
  const changed = changeKeymap(
    { 'app.palette': 'mod+p' },
    { 'app.palette': 'mod+k', 'view.list': 'mod+p' },
    false,
  )
  expect(changed).toEqual({ 'view.list': 'mod+p' })
  // No keys are a change of a command that has some, and none of a command without.
  expect(changeKeymap({}, { 'view.list': null, 'chat.import': null }, false)).toEqual({ 'view.list': null })
})
