import { dirname } from 'node:path'
import { defineConfig } from 'vite'

const top = dirname(import.meta.dirname)
/** Modules of the server and of what it is made of, except the two files that load them. */
const isServer = (id: string) =>
  id.startsWith(top) && /^.(contract|radius|routeros|server).src.(?!main\.ts$|start\.mjs$)/.test(id.slice(top.length))

/**
 * The server for Node without a TypeScript loader: `main.js` checks the version of Node and loads the rest. Libraries stay in node_modules;
 * only the workspaces, which are TypeScript, are bundled.
 */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: [/^@trunkline\//] },
  build: {
    ssr: 'src/start.mjs',
    outDir: 'dist',
    target: 'node20',
    sourcemap: true,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'main.js',
        // What main.ts and the demo share is one file. The demo has files of its own, which nothing loads where it is off.
        codeSplitting: { groups: [{ name: 'server', test: isServer }] },
        // All in one folder: the server finds its migrations and pages relative to the file that asks.
        chunkFileNames: ({ name }) => (name === 'main' ? 'panel.js' : `${name}.js`),
      },
    },
  },
})
