import { Stack } from '@mantine/core'
import { Page } from '#web/kit/frame/page.tsx'
import { NewExport } from './new-export.tsx'
import { RecentExports } from './recent-exports.tsx'
import { SingleLists } from './single-lists.tsx'

/** Data of the organisation on its way out: asked for, made, and single lists at once. */
export function Screen() {
  return (
    <Page
      title="Export"
      summary="Lists and reports as one archive, or a list by itself; safe to open in a spreadsheet"
    >
      <Stack gap="md">
        <NewExport />
        <RecentExports />
        <SingleLists />
      </Stack>
    </Page>
  )
}
