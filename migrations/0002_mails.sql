-- Mail on its way out. A table of the platform, without an organisation: links that reset a
-- password pass through here and are nobody's to read.
create table mails (
  id bigint generated always as identity primary key,
  mail_to text not null,
  mail_from text,
  subject text not null,
  text_plain text,
  text_html text,
  status text not null default 'queued'
    check (status in ('queued', 'sending', 'sent', 'failed', 'unconfirmed', 'outbox')),
  attempts int not null default 0,
  error text,
  unique_key text not null unique,
  sending_until timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check (mail_to !~ '[\r\n]' and coalesce(mail_from, '') !~ '[\r\n]' and subject !~ '[\r\n]')
);

comment on table mails is 'platform: mail on its way out, of every kind';

create index mails_open on mails (status, id) where status in ('queued', 'sending');
create index mails_latest on mails (id desc);
