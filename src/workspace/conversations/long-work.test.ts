// Work on very long conversations yields to the event loop, and is complete or not done at all.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '../database/database'
import { makeBranch } from '../turn.fixture'
import { countTurns, makeFolder, openTestWorkspace, parameters, read } from '../workspace.fixture'
import { insertCopy, type Tree } from './insert-copy'

const length = 2000

function longTree(): Tree {
  const conversation = {
    kind: 'chat' as const,
    title: 'Long',
    createdAt: 0,
    updatedAt: 0,
    headTurnId: `t${length - 1}`,
    parameters,
    pinnedAt: null,
    folderId: null,
    tags: [],
  }
  return { conversation, turns: makeBranch(length) }
}

test('copies are written in slices that yield to the event loop, and are hidden until complete', async () => {
  const { app } = await openTestWorkspace()
  const observed = new Set<number>()
  const observing = async () => {
    const copying = app.conversations.add(longTree())
    let isDone = false
    const end = copying.then(() => {
      isDone = true
    })
    for (; !isDone; await nextTurn()) {
      observed.add(app.conversations.list().length)
      expect(app.conversations.search({ query: 'needle', kind: 'chat', limit: 9 }).length).toBe(
        isDone ? 9 : 0,
      )
    }
    await end
    return copying
  }
  const [added, turns] = await countTurns(observing)
  expect([...observed]).toEqual([0])
  expect(turns).toBeGreaterThanOrEqual(length / 50)
  const view = await read(app, added.id)
  expect([view.branch.length, view.turns.at(-1)?.parts]).toEqual([length, [{ text: `needle ${length - 1}` }]])

  const [branch, turnsOfBranch] = await countTurns(() =>
    app.conversations.branch({ conversationId: added.id, turnId: added.headTurnId ?? '' }),
  )
  expect((await read(app, branch.id)).branch).toHaveLength(length)
  expect(turnsOfBranch).toBeGreaterThanOrEqual(length / 50)
})

test('a copy that fails leaves no rows', async () => {
  const connection = openDatabase({ file: `${makeFolder()}/workspace.db` })
  let inserted = 0
  const failing: typeof connection = {
    ...connection,
    run(sql, values) {
      if (sql.includes('INTO turns (')) {
        inserted += 1
        if (inserted === 700) throw new Error('The disk is full.')
      }
      return connection.run(sql, values)
    },
  }
  let ids = 0
  const newId = () => {
    ids += 1
    return `new${ids}`
  }
  await expect(insertCopy({ connection: failing, newId }, longTree())).rejects.toThrow('The disk is full.')
  const rows = ['turns', 'turn_texts', 'conversations', 'conversation_titles'].map(
    (table) => connection.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count,
  )
  expect(rows).toEqual([0, 0, 0, 0])
  connection.close()
})

test('a deleted long branch is hidden immediately, and an early undo waits until it is deleted', async () => {
  const { app } = await openTestWorkspace()
  const { id: conversationId } = await app.conversations.add(longTree())
  const { branch } = await read(app, conversationId)
  const find = () => app.conversations.search({ query: 'needle', kind: 'chat', limit: 9 }).length
  const turn = { conversationId, turnId: branch[1] ?? '' }
  const head = () => app.conversations.list()[0]?.headTurnId

  const deletion = app.chat.deleteTurn(turn)
  expect([head(), (await read(app, conversationId)).branch]).toEqual([branch[0], [branch[0]]])
  await deletion
  expect(find()).toBe(1)
  await app.chat.restoreTurn(turn)
  expect([find(), head(), (await read(app, conversationId)).branch]).toEqual([9, branch.at(-1), branch])

  const again = app.chat.deleteTurn(turn)
  const undone = app.chat.restoreTurn(turn)
  await nextTurn()
  expect((await read(app, conversationId)).branch).toEqual([branch[0]])
  await Promise.all([again, undone])
  expect([find(), head(), (await read(app, conversationId)).branch]).toEqual([9, branch.at(-1), branch])
})
