import { defineConfig } from 'vite'

/**
 * The server for Node without a TypeScript loader: `main.js` checks the version of Node and loads the rest. Libraries stay in node_modules;
 * only what is TypeScript, the contract, the RADIUS launcher and the client of routers, is taken in.
 */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: ['@trunkline/contract', '@trunkline/radius', '@trunkline/routeros'] },
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
