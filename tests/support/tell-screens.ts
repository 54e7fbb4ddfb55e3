import { afterEach } from 'vitest'
import { openPages } from './browser.ts'

// What the screens said when a test failed: without it, a wait that was in vain tells only what never
// came, and not the refusal that stood there instead.
const SAID = `(() => {
  const words = (one) => one.textContent.trim().replace(/\\s+/g, ' ').slice(0, 300)
  const all = (selector) => [...document.querySelectorAll(selector)].map(words).filter(Boolean)
  return JSON.stringify({
    heading: all('h1'),
    alerts: all('[role="alert"], .mantine-Notification-root, [data-error]'),
    dialogs: all('[role="dialog"]'),
    busy: all('button[data-loading]'),
    focused: document.activeElement?.outerHTML.slice(0, 160),
  })
})()`

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of await openPages()) {
    const said = await page.evaluate<string>(SAID).catch(String)
    console.log(`${task.name}\n  ${page.url()}\n  ${said}`)
  }
})
