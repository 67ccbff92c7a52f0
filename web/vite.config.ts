import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { leftOutNames } from './src/theme/left-out.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

/** `npm run dev` sets both ports (scripts/dev-settings.mjs). */
const { PORT = '8080', WEB_PORT = '5173' } = process.env
const server = `http://127.0.0.1:${PORT}`

/** A room's list; of the room of address management all screens, since each of them is small and they share most. */
const listOf = /\/src\/screens\/(?:([a-z-]+)\/[A-Z]\w*List\.tsx|(devices|ipam|lan|profile)\/[A-Z]\w*\.tsx)$/

/**
 * The chunks, each with what it needs and no earlier one has: a page loads the few above its own room, and none of
 * what other rooms need. Order is priority.
 */
const chunks: {
  name: string | ((id: string) => string | null)
  debugName?: string
  test: RegExp
  tags?: ['$initial']
}[] = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'frame',
    test: /\/node_modules\/(@tanstack\/(react-router(?!.*\/useBlocker\.js)|router-core|history|react-store|store)|use-sync-external-store)\//,
  },
  // What main.tsx imports, itself aside.
  { name: 'base', test: /^(?!.*\/src\/main\.tsx|.*index\.html)/, tags: ['$initial'] },
  // Fields, buttons and icons, which the sign-in page and the panel both have.
  {
    name: 'fields',
    test: /\/@mantine\/core\/esm\/components\/(PasswordInput|TextInput|ActionIcon|CloseButton|Text|Anchor)\/|use-mantine-color-scheme|\/@tabler\/icons-react\/dist\/esm\/(create|default|icons\/Icon(AlertCircle|History)\.)|\/contract\/src\/patterns\.ts$|\/src\/(ui\/(brand|link|error-text)|theme\/skin)\.tsx?$/,
  },
  { name: 'sign-in', test: /\/src\/screens\/access\/Login\.tsx$/ },
  { name: 'panel', test: /\/src\/(shell\/panel\/panel\.tsx|routes\.ts)$/ },
  {
    name: 'list',
    test: /\/src\/(list\/list-screen|ui\/(status-badge|question|layout\.module)|record\/(bulk-action|record-columns|use-record-list)|screens\/companies\/company-link)\.(tsx?|css)$/,
  },
  // Forms need it, and the live channel once the page stands.
  { name: 'zod', test: /\/node_modules\/zod\/|\/src\/schema\/zod\.ts$/ },
  { name: 'form', test: /\/src\/form\/form-screen\.tsx$/ },
  { name: 'detail', test: /\/src\/detail\/detail-screen\.tsx$/ },
  // What a room's list needs goes with it; the room's other screens find their share there.
  { name: (id) => listOf.exec(id)?.slice(1).find(Boolean) ?? null, debugName: 'lists', test: listOf },
]

/** Parts of the library that nobody uses, and that hang on what is used. */
const withoutUnused: Plugin = {
  name: 'without-unused',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    const names = leftOutNames(id)
    return names ? names.map((name) => `export const ${name} = undefined`).join('\n') : null
  },
}

/** What a call of the contract is, in the words of the API document: the browser's program never says it. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/contract\/src\//.test(id)
      ? { code: code.replace(/^\s*summary:\s*(?:'(?:[^'\\]|\\.)*'|`[^`]*`),$/gm, ''), map: null }
      : undefined,
}

/** Schemas are made by zod when they are first used. The tests of the browser have the same. */
export const schemas = { find: /^zod\/mini$/, replacement: join(import.meta.dirname, 'src/schema/deferred.ts') }

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: [
      schemas,
      // React has had the hook since 18.
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  plugins: [react(), withoutUnused, withoutSummaries],
  define: { 'import.meta.env.VITE_TRUNKLINE_VERSION': JSON.stringify(version) },
  server: {
    port: Number(WEB_PORT),
    // Links in mails and cookies hold the address: another port would not do.
    strictPort: true,
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
    modulePreload: {
      // Browsers that do not know it ask for the same files a moment later.
      polyfill: false,
      // What every page has loaded already is not named again beside each screen.
      resolveDependencies: (_, files) =>
        files.filter((file) => !/^assets\/(react|frame|base|rolldown-runtime)-/.test(file)),
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // The frame names every screen's files: a sign less in each is a part of a kB on the first page.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: chunks.map((chunk, index) => ({ ...chunk, priority: chunks.length - index })),
        },
      },
    },
  },
})
