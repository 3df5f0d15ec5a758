// Stars of a selection.
import { beforeEach, expect, test, vi } from 'vitest'
import { toggleStar } from './stars'

const stars = new Set<string>()

vi.mock('../api/desktop', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  desktop: {
    library: {
      countMarks: async ({ ids }: { ids: string[] }) => ({
        starred: ids.filter((id) => stars.has(id)).length,
        boards: [],
      }),
      star: async ({ ids, starred }: { ids: string[]; starred: boolean }) => {
        for (const id of ids) starred ? stars.add(id) : stars.delete(id)
      },
    },
  },
}))

const ids = Array.from({ length: 600 }, (_, index) => `item ${index}`)

beforeEach(() => stars.clear())

test('the stars of more items than can be read are removed, if all have one', async () => {
  stars.add('item 7')
  await toggleStar([], ids)
  expect(stars.size).toBe(600)
  await toggleStar([], ids)
  expect(stars.size).toBe(0)
})

test('items that were read are not counted', async () => {
  stars.add('a')
  await toggleStar([{ id: 'a', starred: true }])
  expect(stars.size).toBe(0)
  await toggleStar([])
  expect(stars.size).toBe(0)
})
