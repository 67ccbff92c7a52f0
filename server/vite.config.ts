import { defineConfig } from 'vite'

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
        // All in one folder: the server finds its migrations and pages relative to the file that asks.
        chunkFileNames: ({ name }) => (name === 'main' ? 'panel.js' : `${name}.js`),
      },
    },
  },
})
