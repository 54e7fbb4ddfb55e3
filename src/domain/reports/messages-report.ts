import { RECORD, type ReportDefinition } from './report.ts'
import { countColumn } from './report-column.ts'

/** What became of messages, and who wants no more of them. */
export const messagesReport = {
  name: 'messages',
  title: 'Messages',
  about:
    'Emails, text messages and chats of these days by what became of them, why some did not arrive, and who opted out.',
  role: 'manager',
  csvRole: 'manager',
  spans: 'period',
  isOfNow: true,
  usual: 'month',
  groups: {
    state: { label: 'What became of it', opens: 'message' },
    reason: { label: 'Reason', opens: 'message' },
    kind: { label: 'Kind', opens: 'message' },
    channel: { label: 'Channel', opens: 'message' },
    month: { label: 'Month', opens: 'message' },
    message: { label: 'Message', opens: RECORD },
  },
  columns: [
    countColumn('messages', 'Messages', { isStrong: true }),
    countColumn('received', 'Received'),
    countColumn('on_way', 'On their way'),
    countColumn('sent', 'Sent'),
    countColumn('delivered', 'Delivered'),
    countColumn('stopped', 'Stopped'),
    countColumn('not_sent', 'Not sent', { isAlarm: true }),
    countColumn('came_back', 'Came back', { isAlarm: true }),
    countColumn('not_sure', 'Not sure'),
    countColumn('opt_outs', 'Opted out'),
  ],
  main: 'messages',
  chart: 'rows',
  agreesWith: null,
} as const satisfies ReportDefinition
