import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { problems } from '#domain/kit/problem.ts'
import { NothingHere } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'

/** §2: the not found page. */
export function Screen() {
  return (
    <Page title="Not found">
      <NothingHere title={problems.pageNotFound[1]}>
        <Anchor component={Link} to="/app/home" size="sm">
          Go to Home
        </Anchor>
      </NothingHere>
    </Page>
  )
}
