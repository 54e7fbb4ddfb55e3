import { createStore } from '#web/kit/session/store.ts'

/** True while the page is put on paper. */
export const printing = createStore(false)

const schemeAttribute = 'data-mantine-color-scheme'

/** Paper is white whatever the screen is, and lists draw all their rows for it. */
export function watchPrinting(): void {
  const root = document.documentElement
  let onScreen: string | null = null
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) onScreen = root.getAttribute(schemeAttribute)
    const scheme = matches ? 'light' : onScreen
    if (scheme) root.setAttribute(schemeAttribute, scheme)
    printing.set(matches)
  })
}
