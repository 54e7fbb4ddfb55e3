import type { Path } from '#domain/access/routes.ts'
import type { SettingGroup } from '#domain/identity/setting-groups.ts'

export interface SettingPlace {
  label: string
  help: string
  path: Path
  group: SettingGroup
}

/** What is kept on a screen of its own, for those who look for it among the settings. */
export const settingPlaces: readonly SettingPlace[] = [
  {
    label: 'Website and company',
    help: 'Name, address, GST number and bank account; slogan, terms, where the map begins.',
    path: '/app/website/edit',
    group: 'Organisation',
  },
  {
    label: 'Users and permissions',
    help: 'Who works here, in which role, and which particulars of customers they may open.',
    path: '/app/staffs',
    group: 'Users and permissions',
  },
  {
    label: 'Lists of choices',
    help: 'Statuses, types, units and industries: what they are called, hidden and added.',
    path: '/app/options',
    group: 'Lists of choices',
  },
  {
    label: 'FAQs',
    help: 'Questions and answers that your people find in Help.',
    path: '/app/faqs',
    group: 'Organisation',
  },
  {
    label: 'Message templates',
    help: 'The words of invoices, receipts and other messages.',
    path: '/app/messagetemplates',
    group: 'Messaging',
  },
  {
    label: 'Words of reminders',
    help: 'The first, second and third reminder, and texts of your own that a step may name.',
    path: '/app/messagetemplates',
    group: 'Reminders',
  },
  {
    label: 'Canned replies',
    help: 'Words that a slash brings into what somebody writes.',
    path: '/app/cannedreplies',
    group: 'Messaging',
  },
  {
    label: 'Mail domain',
    help: 'The records that make mail in your name believed.',
    path: '/app/messages/domain',
    group: 'Messaging',
  },
  {
    label: 'Opted out contacts',
    help: 'Who gets no more messages, and why.',
    path: '/app/messageblacklists',
    group: 'Messaging',
  },
  {
    label: 'Reading rules',
    help: 'What meter readings are held against, how much each rule weighs, and its figures.',
    path: '/app/meters/rules',
    group: 'Reading and bill rules',
  },
  {
    label: 'Bill rules',
    help: 'What suppliers’ bills are held against before they are owed, and the limits of each rule.',
    path: '/app/bills/rules',
    group: 'Reading and bill rules',
  },
  {
    label: 'Networks',
    help: 'The lines companies and their hotlines.',
    path: '/app/networks',
    group: 'Contracts and customers',
  },
  {
    label: 'Bank accounts',
    help: 'Where money comes in and goes out, and the feed of each account.',
    path: '/app/bankaccounts',
    group: 'Bank',
  },
  {
    label: 'Bank rules',
    help: 'Lines of the bank that are always the same, and what they are booked as.',
    path: '/app/bankrules',
    group: 'Bank',
  },
  {
    label: 'Direct debits',
    help: 'The connection to the provider, mandates and what is collected.',
    path: '/app/directdebits',
    group: 'Direct debit',
  },
  {
    label: 'Webhooks',
    help: 'What is told to your own systems, as it happens.',
    path: '/app/webhooks',
    group: 'Security',
  },
  {
    label: 'Security log',
    help: 'Who signed in, was refused, or changed what lets people in.',
    path: '/app/securitylog',
    group: 'Security',
  },
  {
    label: 'Request log',
    help: 'Every call of a day: who, how it ended and how long it took.',
    path: '/app/requestlog',
    group: 'Security',
  },
  {
    label: 'Locks',
    help: 'Who is working on which page, and the way to free one.',
    path: '/app/datalocks',
    group: 'Users and permissions',
  },
  {
    label: 'Your profile',
    help: 'Your language, time zone and locale, notifications, password, second factor, API key.',
    path: '/app/profile/edit',
    group: 'Yourself',
  },
]
