import { Link } from 'react-router'
import { type Filter, writeFilters } from '#web/kit/list/filters.ts'
import classes from '#web/kit/list/view-tabs.module.css'

const among = (field: string, ...values: string[]): Filter => ({ field, operator: 'in', values })

const historyOf = (...where: Filter[]) =>
  `?${new URLSearchParams({ tab: 'history', ...(where.length ? { where: writeFilters(where) } : {}) })}`

/** What there is of messages, each by its place in the address. */
export const messageTabs = {
  inbox: { label: 'Inbox', search: '' },
  history: { label: 'History', search: historyOf() },
  emails: { label: 'Emails', search: historyOf(among('type', 'email')) },
  scheduled: { label: 'Scheduled', search: historyOf(among('status', 'queued', 'sending')) },
  undelivered: { label: 'Not delivered', search: '?tab=undelivered' },
  bulk: { label: 'Bulk', search: '?tab=bulk' },
  unmatched: { label: 'Unmatched', search: '?tab=unmatched' },
} as const
type MessageTab = keyof typeof messageTabs

/** The row of tabs over everything that has to do with messages. */
export function MessageTabs({ current }: { current: MessageTab }) {
  return (
    <nav className={classes.tabs} aria-label="Messages">
      {Object.entries(messageTabs).map(([name, { label, search }]) => (
        <span key={name} className={classes.tab} data-current={name === current || undefined}>
          <Link to={`/app/messages${search}`} aria-current={name === current ? 'page' : undefined}>
            {label}
          </Link>
        </span>
      ))}
    </nav>
  )
}
