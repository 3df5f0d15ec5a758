// The chat has no axe violations in both themes: whole threads, the inspector and every dialog.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { answers, ask, chooseFromMenu, drawPicture, finished, openSection, promptField } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

const markdown = [
  '# A heading',
  'Words, `code`, **weight** and a [link](https://example.com).',
  '| town | heron |\n| --- | --- |\n| Łódź | 7 |',
  '```python\nprint("here") # a comment\n```',
  '- [x] done\n- [ ] to do',
  '> A quotation, and $x^2$.',
].join('\n\n')

const grounded = {
  candidates: [
    {
      content: {
        role: 'model' as const,
        parts: [{ text: 'I think so.', thought: true }, { text: markdown }],
      },
      finishReason: 'MAX_TOKENS',
      urlContextMetadata: {
        urlMetadata: [
          { retrievedUrl: 'https://example.com/one', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' },
          { retrievedUrl: 'https://example.com/two', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_ERROR' },
        ],
      },
      groundingMetadata: {
        webSearchQueries: ['herons in towns'],
        searchEntryPoint: { renderedContent: '<div class="container">herons</div>' },
        groundingChunks: [{ web: { uri: 'https://example.com/herons', title: 'Herons' } }],
        groundingSupports: [{ segment: { startIndex: 0, endIndex: 11 }, groundingChunkIndices: [0] }],
      },
    },
  ],
  usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 22, totalTokenCount: 33 },
}

async function expectAccessibleDialog(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expectNoViolations(page, name, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

// axe checks whole threads many times.
test.slow()

test('a thread with every kind of content has no axe violations', async ({ application, model }) => {
  const { page } = application
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  model.answers(
    [grounded],
    answerOf({ text: 'Another.' }),
    answerOf(
      { functionCall: { id: 'a1', name: 'get_weather', args: { city: 'Oslo' } } },
      { functionCall: { id: 'a2', name: 'get_time', args: {} } },
    ),
  )
  const buffer = await drawPicture(application, { width: 400, height: 300 })
  await page.getByLabel('Files to attach').setInputFiles([
    { name: 'one.png', mimeType: 'image/png', buffer },
    { name: 'words.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') },
  ])
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(2)
  await promptField(page).fill('Everything')
  await expectNoViolations(page, 'a draft')
  await promptField(page).press('Enter')
  await expect(finished(page).getByRole('cell', { name: 'Łódź' })).toBeVisible()
  await finished(page)
    .getByRole('button', { name: /Thought/ })
    .click()
  await expectNoViolations(page, 'an answer')
  await chooseFromMenu(answers(page), 'More actions', 'Show as JSON')
  await expectNoViolations(page, 'its parts')
  await chooseFromMenu(answers(page), 'More actions', 'Show formatted')
  await page.getByRole('button', { name: 'View attached image full size' }).click()
  await expectAccessibleDialog(page, 'one.png')
  await answers(page).getByRole('button', { name: 'View request' }).click()
  await expect(page.getByRole('textbox', { name: 'Response body' })).toBeVisible()
  await expectAccessibleDialog(page, 'Request')
  await answers(page).getByRole('button', { name: 'View code', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'curl code' })).toBeVisible()
  await expectAccessibleDialog(page, 'Request')
  await chooseFromMenu(answers(page), 'Regenerate', /\(current\)$/)
  await expect(answers(page)).toContainText('Another.')
  await ask(page, 'And functions?')
  await expect(page.getByRole('region', { name: 'Function calls' })).toBeVisible()
  await expectNoViolations(page, 'open calls and versions')
  await answers(page).first().getByRole('button', { name: 'Edit response' }).click()
  await expectNoViolations(page, 'an edit')
})

test('the inspector, the lists and the dialogs have no axe violations', async ({ application, model }) => {
  const { page } = application
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  const titles = [
    'System instruction',
    'Sampling',
    'Output',
    'Thinking',
    'Tools',
    'Functions',
    'Structured output',
    'Safety',
    'Presets',
  ]
  for (const title of titles) await openSection(page, title)
  await expectNoViolations(page, 'the inspector')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await inspector.getByRole('button', { name: 'Edit functions…' }).click()
  await chooseFromMenu(page.getByRole('dialog'), 'Add function', 'Weather')
  await expectAccessibleDialog(page, 'Functions')
  await inspector.getByRole('button', { name: 'Edit schema…' }).click()
  await chooseFromMenu(page.getByRole('dialog'), 'Insert template', 'List of people')
  await expectAccessibleDialog(page, 'Response schema')
  await inspector.getByRole('button', { name: 'Expand editor' }).click()
  await expectAccessibleDialog(page, 'System instruction')

  const composer = page.getByRole('form', { name: 'New prompt' })
  await promptField(page).fill('Sum up {{text}} for {{reader}}.')
  await chooseFromMenu(composer, 'More prompt options', 'Save as template…')
  const editor = page.getByRole('dialog')
  await editor.getByRole('textbox', { name: 'Name' }).fill('Brief')
  await expectNoViolations(page, 'a template', '[role=dialog]')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await chooseFromMenu(composer, 'More prompt options', 'Manage templates')
  await expectAccessibleDialog(page, 'Templates')
  await chooseFromMenu(composer, 'More prompt options', /^Insert template/)
  await expectNoViolations(page, 'choosing a template', '[role=dialog]')
  await page.getByRole('option', { name: /Brief/ }).click()
  await expect(composer.getByRole('region', { name: 'Variables' })).toContainText('reader')
  await expectNoViolations(page, 'the variables of a prompt')
  await chooseFromMenu(composer, 'Attach', 'Add from URL…')
  await expectAccessibleDialog(page, 'Add from URL')
  await page.keyboard.press('Control+k')
  await expectAccessibleDialog(page, 'Command palette')
  await page.keyboard.press('Control+/')
  await expectAccessibleDialog(page, 'Keyboard shortcuts')

  model.answers(answerOf({ text: markdown }), answerOf({ text: 'Less.' }))
  await chooseFromMenu(
    page.getByRole('form', { name: 'New prompt' }),
    'More prompt options',
    'Turn on Compare',
  )
  await expectNoViolations(page, 'models to compare', 'main')
  await ask(page, 'Compare')
  const columns = page.getByRole('region', { name: 'Compared responses' })
  await expect(columns.getByRole('button', { name: 'Keep this' })).toHaveCount(2)
  await expectNoViolations(page, 'a comparison')
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('compare')
  await expect(page.getByRole('list', { name: 'Search results' })).toBeVisible()
  await expectNoViolations(page, 'a search', 'nav')
})
