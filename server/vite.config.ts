import { defineConfig } from 'vite'

/**
 * The server as one file, for Node without a TypeScript loader. Libraries stay in node_modules;
 * only what is TypeScript, the contract, the RADIUS launcher and the client of routers, is taken in.
 */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: ['@trunkline/contract', '@trunkline/radius', '@trunkline/routeros'] },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node20',
    sourcemap: true,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
})
