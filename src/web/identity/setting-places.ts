import type { Path } from '#domain/access/routes.ts'

export interface SettingPlace {
  label: string
  help: string
  path: Path
}

/** What is kept on a screen of its own, for those who look for it among the settings. */
export const settingPlaces: readonly SettingPlace[] = [
  {
    label: 'Website and company',
    help: 'Name, slogan, logo, links to terms and privacy, where the map begins.',
    path: '/app/website/edit',
  },
  {
    label: 'Users and permissions',
    help: 'Who works here, in which role, and which particulars of customers they may open.',
    path: '/app/staffs',
  },
  {
    label: 'Lists of choices',
    help: 'Statuses, types, units and industries: what they are called, hidden and added.',
    path: '/app/options',
  },
  {
    label: 'FAQs',
    help: 'Questions and answers that your people find in Help.',
    path: '/app/faqs',
  },
  {
    label: 'Message templates',
    help: 'The words of invoices, reminders, receipts and other messages.',
    path: '/app/messagetemplates',
  },
  {
    label: 'Mail domain',
    help: 'The records that make mail in your name believed.',
    path: '/app/messages/domain',
  },
  {
    label: 'Opted out contacts',
    help: 'Who gets no more messages, and why.',
    path: '/app/messageblacklists',
  },
  {
    label: 'Reading rules',
    help: 'What meter readings are held against, how much each rule weighs, and its figures.',
    path: '/app/meters/rules',
  },
  {
    label: 'Networks',
    help: 'The lines companies and their hotlines.',
    path: '/app/networks',
  },
  {
    label: 'Bank accounts',
    help: 'Where money comes in and goes out, and the feed of each account.',
    path: '/app/bankaccounts',
  },
  {
    label: 'Bank rules',
    help: 'Lines of the bank that are always the same, and what they are booked as.',
    path: '/app/bankrules',
  },
  {
    label: 'Direct debits',
    help: 'The connection to the provider, mandates and what is collected.',
    path: '/app/directdebits',
  },
  {
    label: 'Webhooks',
    help: 'What is told to your own systems, as it happens.',
    path: '/app/webhooks',
  },
  {
    label: 'Security log',
    help: 'Who signed in, was refused, or changed what lets people in.',
    path: '/app/securitylog',
  },
  {
    label: 'Request log',
    help: 'Every call of a day: who, how it ended and how long it took.',
    path: '/app/requestlog',
  },
  {
    label: 'Locks',
    help: 'Who is working on which page, and the way to free one.',
    path: '/app/datalocks',
  },
  {
    label: 'Your profile',
    help: 'Your language, time zone and formats, notifications, password, second factor, API key.',
    path: '/app/profile/edit',
  },
]
