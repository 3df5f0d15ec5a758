// Builds the application's three programs: main (with its workers and the headless gateway), preload, renderer.
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Electron 25 (Node 18) cannot load ESM main scripts; native modules stay outside the bundle.
const commonJs = { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' } as const

/** Packages contain the licenses of what is bundled. */
const license = { fileName: 'licenses.md' }

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
    plugins: [react(), tailwindcss()],
    build: {
      license,
      target: 'chrome114',
      minify: true,
      // The page comes from the disk: one file is quicker than many.
      chunkSizeWarningLimit: 4000,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: ['index', 'starting', 'start-failure', 'diagram-frame', 'script-frame'].map((page) =>
          at(`src/renderer/${page}.html`),
        ),
        // Mermaid's second layout engine: as large as the rest of it, and under another license.
        external: ['elkjs/lib/elk.bundled.js'],
      },
    },
  },
})
