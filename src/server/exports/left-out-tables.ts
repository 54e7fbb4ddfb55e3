/**
 * Tables of an organisation that stay behind when all of it is exported. What is seen outside of its scope
 * (sessions, keys, links, logs of the platform) stays behind as well.
 */
export const leftOutTables: readonly string[] = [
  // Exports and archives themselves, and answers to calls of the day.
  ...['exports', 'export_parts', 'file_archives', 'idempotency_keys', 'reportruns'],
  // What is being changed in many rows; what was changed is told by the history of each.
  ...['fieldchanges', 'fieldchange_rows'],
  // What somebody has open or was invited to here.
  ...['datalocks', 'guardcode_openings', 'guardcode_onetimes', 'invitations'],
  // Ways to others: two copies of an organisation must not both collect, fetch or tell.
  ...['ddconnections', 'ddcalls', 'bankfeeds', 'mailboxes', 'mailcalls', 'gatewaycalls'],
  ...['sendingbuckets'],
  ...['webhooks', 'webhook_secrets', 'webhook_outbox', 'webhook_deliveries'],
]
