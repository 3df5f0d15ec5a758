// Connects spell checking with the running application: its settings, its network, and its dialogs.
import { join } from 'node:path'
import type { Session } from 'electron'
import type { Application } from '../application'
import type { DesktopHost } from '../desktop-api/desktop-host'
import { Spelling, type SpellingPorts } from '../spelling/spelling'
import type { FileDialogs } from './file-dialogs'
import { openSpellChecker } from './spell-checker'

export function followSpelling(
  { workspace, status }: Application,
  { page, ...ports }: Pick<SpellingPorts, 'send' | 'log'> & { readonly page: Session },
): Spelling {
  const spelling = new Spelling({
    ...ports,
    // Chromium’s own folder is `Dictionaries`, and the names of folders are not case-sensitive everywhere.
    folder: join(status().dataFolder, 'spelling'),
    checker: openSpellChecker(page),
    settings: () => workspace.settings.read().spelling,
    onChange: () => workspace.changes.emit('spelling'),
  })
  workspace.changes.subscribe((topic) => {
    if (topic === 'settings') spelling.follow()
  })
  return spelling
}

/** The procedures of the page for spell checking. */
export function bindSpelling(
  spelling: Spelling,
  { workspace }: Application,
  { page, openFile }: Pick<FileDialogs, 'openFile'> & { readonly page: Session },
): DesktopHost['spelling'] {
  const { settings, changes } = workspace
  /** A file that was added is used, one that was deleted is not missed. */
  const select = (
    change: (languages: readonly string[]) => string[],
    isOn = settings.read().spelling.isOn,
  ) => {
    const { spelling: saved } = settings.read()
    settings.update({ spelling: { ...saved, isOn, languages: change(saved.languages) } })
  }
  return {
    read: () => spelling.read(),
    download: () => spelling.download(),
    cancelDownload: () => spelling.cancelDownload(),
    addFile: async () => {
      const path = await openFile(['bdic'])
      if (path === null) return null
      const language = await spelling.addFile(path)
      select((languages) => [...new Set([...languages, language])], true)
      return { language }
    },
    deleteDictionary: async ({ language }) => {
      select((languages) => languages.filter((each) => each !== language))
      await spelling.deleteDictionary(language)
    },
    words: async () => [...(await page.listWordsInSpellCheckerDictionary())].sort(compare),
    addWord: ({ word }) => {
      page.addWordToSpellCheckerDictionary(word)
      changes.emit('spelling')
    },
    removeWord: ({ word }) => {
      page.removeWordFromSpellCheckerDictionary(word)
      changes.emit('spelling')
    },
  }
}

const { compare } = new Intl.Collator()
