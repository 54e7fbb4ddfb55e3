// Runs before the first paint, so that a dark screen never flashes white.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('colour_scheme') ?? 'auto'
  } catch {}
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
