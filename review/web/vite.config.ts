import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Built into the package beside the server: `vite build review/web`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  build: {
    outDir: fileURLToPath(new URL('../../dist/review/web', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy allows no data: fonts
    target: 'es2022',
    chunkSizeWarningLimit: 1200, // kilobytes; KaTeX, React and zod, loaded once from this machine
  },
})
