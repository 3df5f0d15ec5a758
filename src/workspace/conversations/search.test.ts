// Search over titles and turns: matches, snippets, order, and query plans.
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Connection } from '../database/connection'
import { openDatabase } from '../database/database'
import { makeFolder } from '../workspace.fixture'
import { searchConversations } from './search'
import { indexTurn } from './tree/turn-rows'

let connection: Connection

beforeEach(() => {
  connection = openDatabase({ file: join(makeFolder(), 'workspace.db') })
  onTestFinished(() => connection.close())
})

function addConversation(id: string, title: string, updatedAt = 0): void {
  connection.run(
    "INSERT INTO conversations (id, title, parameters, created_at, updated_at) VALUES (?, ?, '{}', 0, ?)",
    [id, title, updatedAt],
  )
}

interface NewTurn {
  readonly id: string
  readonly text: string
  readonly conversation?: string
  readonly parent?: string
}

function addTurn({ id, text, conversation = 'c', parent }: NewTurn): void {
  const parts = [{ text }]
  connection.run(
    `INSERT INTO turns (id, conversation_id, parent_id, role, state, created_at, parts)
      VALUES (?, ?, ?, 'user', 'complete', 7, ?)`,
    [id, conversation, parent ?? null, JSON.stringify(parts)],
  )
  indexTurn(connection, { id, parts })
}

const search = (query: string, limit = 50) => searchConversations(connection, { query, kind: 'chat', limit })
const find = (query: string) => search(query).map(({ turnId, conversationId }) => turnId ?? conversationId)
const shown = (query: string) =>
  search(query).map(({ snippet }) => snippet.map(({ text, found }) => (found ? `[${text}]` : text)).join(''))

test('a hit has its conversation, its turn and a highlighted snippet', () => {
  addConversation('c', 'A walk in the hills', 5)
  addTurn({ id: 't', text: 'We saw a red fox, and then a grey wolf.' })
  expect(search('WOLF fox')).toEqual([
    {
      conversationId: 'c',
      title: 'A walk in the hills',
      turnId: 't',
      role: 'user',
      at: 7,
      snippet: [
        { text: 'We saw a red ', found: false },
        { text: 'fox', found: true },
        { text: ', and then a grey ', found: false },
        { text: 'wolf', found: true },
        { text: '.', found: false },
      ],
    },
  ])
  expect(search('hill')).toEqual([
    {
      conversationId: 'c',
      title: 'A walk in the hills',
      turnId: null,
      role: null,
      at: 5,
      snippet: [
        { text: 'A walk in the ', found: false },
        { text: 'hill', found: true },
        { text: 's', found: false },
      ],
    },
  ])
  expect(find('wolf bear')).toEqual([])
})

test('matches characters with and without diacritics, in any script, also within words', () => {
  addConversation('c', 'Reise')
  addTurn({ id: 'latin', text: 'Ein Café in Zürich, naïve Übung; cafe\u0301 once more' })
  addTurn({ id: 'japanese', text: '昨日、東京で日本語のテキストを読みました。' })
  addTurn({ id: 'greek', text: 'Σίσυφος' })
  addTurn({ id: 'faces', text: 'Hello 👋🏽 there 👨‍👩‍👧' })
  const found = ['CAFE', 'zurich', 'übUNG', '日本語', 'ΣΊΣΥΦΟΣ', '👨‍👩‍👧'].flatMap(find)
  expect(found).toEqual(['latin', 'latin', 'latin', 'japanese', 'greek', 'faces'])
  expect(shown('日本語')).toEqual(['昨日、東京で[日本語]のテキストを読みました。'])
})

test('finds words that are too short for the index, alone or with longer ones', () => {
  addConversation('c', 'Titel mit 東京')
  addTurn({ id: 'one', text: 'Go to 東京 by train' })
  addTurn({ id: 'two', text: 'O\u0308 is a letter; 100% sure_ly' })
  addTurn({ id: 'three', text: 'class' })
  const words = ['東京', 'go train', 'ö', '0%', '_', '%%', 'ß']
  expect(words.map(find)).toEqual([['c', 'one'], ['one'], ['two'], ['two'], ['two'], [], []])
  expect(shown('東京')).toEqual(['Titel mit [東京]', 'Go to [東京] by train'])
  expect(shown('go train')).toEqual(['[Go] to 東京 by [train]'])
})

test('finds and highlights every character, including those of expressions', () => {
  addConversation('c', 'Signs')
  const characters = [...'-^$.*+?()[]{}|/\\%_"\'#&,:;<=>@`~!']
  for (const character of characters) addTurn({ id: character, text: `a ${character} z` })
  expect(characters.map((character) => [find(character), shown(character)])).toEqual(
    characters.map((character) => [[character], [`a [${character}] z`]]),
  )
})

test('the snippet of a short word deep in a long text shows the text around it', () => {
  addConversation('c', 'x')
  addTurn({ id: 'long', text: `${'lorem ipsum '.repeat(500)}the Q7 engine${' dolor sit'.repeat(500)}` })
  const [snippet = ''] = shown('q7')
  expect(snippet).toMatch(/^….*the \[Q7\] engine.*…$/)
  expect(snippet.length).toBeLessThan(100)
})

test('words in quotes are found only as a phrase, and an unpaired quote is text', () => {
  addConversation('c', 'Animals')
  addTurn({ id: 'phrase', text: 'a red fox runs' })
  addTurn({ id: 'apart', text: 'a fox on red leaves, 5" tall' })
  const found: Record<string, string[]> = {
    'red fox': ['phrase', 'apart'],
    '"red fox"': ['phrase'],
    '“red fox”': ['phrase'],
    '"red fox" runs': ['phrase'],
    '"red fox" tall': [],
    '5"': ['apart'],
    '"a r"': ['phrase'],
    '"z r"': [],
  }
  for (const [query, ids] of Object.entries(found)) expect([query, find(query)]).toEqual([query, ids])
  expect(shown('"red fox"')).toEqual(['a [red fox] runs'])
})

test('any query is searched for literally', () => {
  addConversation('c', 'A fox AND a wolf')
  addTurn({ id: 't', text: 'A fox OR a wolf' })
  const special = [
    '"',
    "'; DROP TABLE turns; --",
    'a OR b NOT (c',
    'text:fox',
    'NEAR(fox wolf, 2)',
    '^fo*',
    '\\',
    '\0',
  ]
  const pieces = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...special, '\ud800', 'e\u0301\u0301'),
  )
  const queries = fc.array(pieces, { maxLength: 5 }).map((each) => each.join(' '))
  fc.assert(
    fc.property(queries, (query) => {
      for (const id of find(query)) expect(['c', 't']).toContain(id)
    }),
    { examples: [[`${'fox '.repeat(1000)}`], ['x'.repeat(100_000)], ['   '], ['']] },
  )
  expect(find('fox')).toEqual(['c', 't'])
})

test('does not find deleted conversations or turns', () => {
  addConversation('c', 'Kept wombat')
  addConversation('gone', 'Deleted wombat')
  addTurn({ id: 'root', text: 'a wombat' })
  addTurn({ id: 'cut', text: 'the wombat', parent: 'root' })
  addTurn({ id: 'below', text: 'that wombat', parent: 'cut' })
  addTurn({ id: 'elsewhere', text: 'my wombat', conversation: 'gone' })
  connection.run("UPDATE conversations SET deleted_at = 1 WHERE id = 'gone'")
  connection.run("UPDATE turns SET deleted_at = 1 WHERE id IN ('cut', 'below')")
  expect(find('wombat')).toEqual(['c', 'root'])
  expect(find('wo')).toEqual(['c', 'root'])
  connection.run('UPDATE turns SET deleted_at = NULL')
  expect(find('wombat').toSorted()).toEqual(['below', 'c', 'cut', 'root'])
})

test('ranks texts with more matches first, and newer ones among equals', () => {
  addConversation('c', 'x')
  addTurn({ id: 'older', text: 'an otter swims here' })
  addTurn({ id: 'newer', text: 'an otter swims here' })
  addTurn({ id: 'most', text: 'otter otter otter' })
  addTurn({ id: 'least', text: `otter ${'and many other words '.repeat(30)}` })
  expect(find('otter')).toEqual(['most', 'newer', 'older', 'least'])
})

test('finds a changed turn or title by its new words only, and a removed turn not at all', () => {
  addConversation('c', 'Before')
  addTurn({ id: 't', text: 'apricot' })
  indexTurn(connection, {
    id: 't',
    parts: [{ text: 'peach' }, { text: 'thoughtful', thought: true }, { text: 'mel\u0002on' }],
  })
  connection.run("UPDATE conversations SET title = 'Afterwards' WHERE id = 'c'")
  const words = ['apricot', 'thoughtful', 'peach', 'melon', 'before', 'afterwards']
  expect(words.map((word) => find(word).join())).toEqual(['', '', 't', 't', '', 'c'])
  connection.run('DELETE FROM conversations')
  connection.run('DELETE FROM turns')
  expect([find('peach'), find('afterwards')]).toEqual([[], []])
  expect(connection.get('SELECT count(*) AS left_over FROM turn_texts')).toMatchObject({ left_over: 0 })
})

test('many matching titles leave space for turns', () => {
  for (let index = 0; index < 40; index += 1) addConversation(`c${index}`, `Heron ${index}`)
  addTurn({ id: 't', text: 'a heron', conversation: 'c0' })
  const hits = search('heron', 20)
  expect([hits.length, hits.filter(({ turnId }) => turnId !== null).length]).toEqual([20, 1])
})
