import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://localhost:${process.env.PORT ?? 5000}`

export default defineConfig({
  root: fileURLToPath(new URL('./src/web', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    // Fonts and pictures stay files: the Content-Security-Policy allows data: for images alone.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': server, '/healthz': server, '/readyz': server } },
})
