import { useLocation } from 'react-router'
import { BulkList } from './bulk/bulk-list.tsx'
import { History, Undelivered } from './history.tsx'
import { Inbox } from './inbox.tsx'

/** What came in and waits for somebody; and everything that came and went. */
export function Screen() {
  const params = new URLSearchParams(useLocation().search)
  const tab = params.get('tab')
  // A link to a view of the list is older than the tabs.
  if (tab === 'undelivered') return <Undelivered />
  if (tab === 'history' || params.has('where')) return <History />
  if (tab === 'bulk') return <BulkList />
  return <Inbox isUnmatched={tab === 'unmatched'} key={tab} />
}
