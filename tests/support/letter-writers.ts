/** Who writes letters, and how the key of each begins; those to people of the office are theirs. */
export const letters: Record<string, string[]> = {
  'invoices/send-invoice.ts': ['invoice '],
  'invoices/remind-invoice.ts': ['reminder '],
  'invoices/tell-correction.ts': ['correction '],
  'invoices/tell-later-dates.ts': ['later '],
  'books/mail-statement.ts': ['statement '],
  'books/tell-adjustment.ts': ['adjustment '],
  'books/remind-adjustment.ts': ['adjustment reminder '],
  'payments/send-receipt.ts': ['receipt '],
  'directdebit/tell-customer.ts': ['direct debit '],
  'payees/tell-payee.ts': ['payee customer '],
  'messaging/chat-mail-job.ts': ['chat '],
  'messaging/bulk/fill-batch.ts': ['bulk '],
  // To whoever tries a message to many out.
  'messaging/bulk/trial.ts': [],
  'contracts/contract-document.ts': ['contract '],
  'contracts/rate-notice.ts': ['rateupdate ', 'supplierrateupdate '],
  'reports/activity-routes.ts': [],
  // To those of the office who may read the report.
  'reports/schedule/send-report-job.ts': [],
  // To whoever is to look after a thread or a task, or is named in a note.
  'messaging/notices/tell-colleague.ts': [],
  'messaging/notices/tell-outcomes.ts': [],
  // To whom the organisation trusts with it: counts and hashes.
  'books/chain/seal-chains-job.ts': [],
  // To the admins, about a webhook that does not answer.
  'webhooks/note-outcome.ts': [],
  // By this every letter from a template leaves; what was stopped is printed anew with its values.
  'messaging/template/queue-letter.ts': [],
  'messaging/template/mend.ts': [],
  // To whoever tries a template out.
  'messaging/template/preview.ts': [],
  // To suppliers, about what we pay them.
  'payments/remittance.ts': [],
  // To partners, about what they earned.
  'commissions/mail-statement.ts': [],
  'commissions/cancel-statement.ts': [],
}
