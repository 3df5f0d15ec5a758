// Builds the application's three programs: main (with its workers and the headless gateway), preload, renderer.
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Electron 25 (Node 18) cannot load ESM main scripts; native modules stay outside the bundle.
const commonJs = {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  // Half the text to read and compile at each start. The log names functions and classes, so these stay.
  minify: { compress: true, mangle: { keepNames: { function: true, class: true } }, codegen: true },
} as const

/** Packages contain the licenses of what is bundled. */
const license = { fileName: 'licenses.md' }

/** KaTeX lists each font in three formats; Chromium reads the smallest. */
const onlyWoff2 = {
  name: 'only-woff2',
  enforce: 'pre',
  transform(code: string, id: string) {
    return id.endsWith('katex.min.css')
      ? code.replace(/,url\([^)]*\) format\("(woff|truetype)"\)/g, '')
      : undefined
  },
} as const

/** The page that the window opens, and the others, which are small or isolated from it. */
const mainPage = 'index'
const otherPages = ['start', 'diagram-frame', 'script-frame']
const toPagePath = (page: string) => at(`src/renderer/${page}.html`)

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** What the window needs at start becomes one file: each file takes a turn of the main process, which is busy then. */
function createStartGroup() {
  let atStart: ReadonlySet<string> | undefined
  let elsewhere: ReadonlySet<string> | undefined
  const name = (id: string, graph: ModuleGraph) => {
    atStart ??= listImported([mainPage], graph)
    elsewhere ??= listImported(otherPages, graph)
    return atStart.has(id) && !elsewhere.has(id) ? 'start' : null
  }
  // What other pages import as well is in a file of its own.
  return { name, debugName: 'start', includeDependenciesRecursively: false }
}

/** The ids of all modules that the pages import statically. */
function listImported(pages: readonly string[], graph: ModuleGraph): Set<string> {
  const found = new Set(pages.map(toPagePath))
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}

export default defineConfig({
  main: {
    build: {
      license,
      target: 'node18',
      externalizeDeps: false,
      rollupOptions: {
        input: {
          main: at('src/main/main.ts'),
          'body-worker': at('src/gateway/server/body-worker.ts'),
          'gateway-worker': at('src/main/gateway-host/gateway-worker.ts'),
          'demo-worker': at('src/main/gateway-host/demo-worker.ts'),
          'log-worker': at('src/main/log-worker.ts'),
          'reads-worker': at('src/main/reads-worker.ts'),
          'imports-worker': at('src/main/imports-worker.ts'),
          'vectors-worker': at('src/main/vectors-worker.ts'),
          'database-worker': at('src/main/database-worker.ts'),
          headless: at('src/main/headless/headless.ts'),
        },
        external: ['libsql', 'electron'],
        output: commonJs,
      },
    },
  },
  preload: {
    build: {
      target: 'node18',
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: at('src/preload/preload.ts') },
        external: ['electron'],
        output: commonJs,
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [react(), tailwindcss(), onlyWoff2],
    build: {
      license,
      target: 'chrome114',
      minify: true,
      // Markdown, with formulas and highlighting, is one file.
      chunkSizeWarningLimit: 1100,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: [mainPage, ...otherPages].map(toPagePath),
        // Mermaid's second layout engine: as large as the rest of it, and under another license.
        external: ['elkjs/lib/elk.bundled.js'],
        output: { codeSplitting: { groups: [createStartGroup()] } },
      },
    },
  },
})
