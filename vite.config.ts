import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedFiles } from './scripts/build/compressed-files.ts'
import { cutInter } from './scripts/build/cut-inter.ts'

const server = `http://localhost:${process.env.PORT ?? 5000}`

const framework = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/query-core)\//
const firstScreens = /src\/web\/(identity\/sign-in|app\/home)\.tsx$/
export default defineConfig({
  root: fileURLToPath(new URL('./src/web', import.meta.url)),
  plugins: [react(), cutInter(), compressedFiles()],
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // Browsers that know light-dark(): rewritten for older ones, both schemes come out black.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    // Fonts and pictures stay files: the Content-Security-Policy allows data: for images alone.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every screen needs comes in two files instead of eighty, and what signing in and Home
        // need beside it in a third.
        codeSplitting: {
          groups: [
            { name: 'framework', test: framework, priority: 2 },
            { name: 'shell', tags: ['$initial'], priority: 1 },
            { name: 'first', test: firstScreens },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/healthz': server, '/readyz': server } },
})
