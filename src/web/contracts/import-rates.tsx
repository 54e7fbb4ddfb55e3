import { Page } from '#web/kit/page.tsx'

export function Screen() {
  return <Page title="Import rates" />
}
