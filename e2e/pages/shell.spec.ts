// The status line of the window.
import { expect } from '@playwright/test'
import { answers, ask, finished } from '../chat-steps'
import { test } from '../page-test'
import { selectService } from '../settings-steps'

test('the status line says whether the provider responds', async ({ application }) => {
  const { page } = application
  const provider = page.getByRole('contentinfo').getByRole('button', { name: /^(Demo|Ours)/ })
  await expect(provider).toHaveAccessibleDescription(/No request sent yet/)
  // Once in the whole view.
  await expect(page.getByText('Demo', { exact: true })).toHaveCount(1)
  await ask(page, 'Hello')
  await expect(finished(page)).toContainText('Demo')
  await expect(provider).toHaveAccessibleDescription(/Last response at/)
  // Nothing listens on this port.
  await selectService(application, { name: 'Ours', url: 'http://127.0.0.1:9', key: 'a-key' })
  await expect(provider).toHaveAccessibleDescription(/No request sent yet/)
  await ask(page, 'Hello again')
  await expect(answers(page)).toHaveCount(2)
  await expect(provider).toContainText('Failing')
  await expect(provider).toHaveAccessibleDescription(/Last request failed at .*refused the connection/)
  await provider.click()
  await expect(page.getByRole('radio', { name: /Custom service/ })).toBeChecked()
})
