import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const server = 'http://localhost:8080'

/** Libraries that every page needs, by the chunk that they go into: few requests, and they outlive our own changes in the cache. */
const libraries: [name: string, test: RegExp][] = [
  ['react', /node_modules\/(react|react-dom|scheduler)\//],
  ['frame', /node_modules\/(@tanstack\/(react-router|router-core|history|react-store|store|react-query|query-core)|i18next|react-i18next|use-sync-external-store|html-parse-stringify|void-elements)\//],
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { 'import.meta.env.VITE_TRUNKLINE_VERSION': JSON.stringify(version) },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/sanctum': server,
      '/chat-frame': server,
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // Everything is a file of its own, as the policy allows no `data:` scripts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            ...libraries.map(([name, test]) => ({ name, test, priority: 20 })),
            // One chunk for a room's screens: a list and its form are opened after each other anyhow.
            { name: (id: string) => /\/src\/screens\/([a-z-]+)\/[^/]+$/.exec(id)?.[1] ?? null, test: /\/src\/screens\/(?!access\/)[a-z-]+\/(?!texts\.)[^/]+\.(tsx?|css)$/, priority: 10 },
          ],
        },
      },
    },
  },
})
