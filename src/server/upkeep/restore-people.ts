import type pg from 'pg'
import { refusal } from '#server/kit/start/refusal.ts'
import { copyIn } from './copy-in.ts'
import type { ArchivedFile } from './organisation-archive.ts'
import { quoted } from './table-facts.ts'

interface IncomingTable {
  file: ArchivedFile
  pieces: AsyncIterable<Buffer>
}

const listOf = ({ columns }: ArchivedFile) => columns.map(({ name }) => quoted(name)).join(', ')

/** The organisation's own row, asleep: jobs and people leave it alone until somebody wakes it. */
export async function bringOrganisation(
  client: pg.Client,
  { file, pieces }: IncomingTable,
  organisation_id: number,
): Promise<void> {
  await client.query('create temp table incoming_organisations (like organisations) on commit drop')
  await copyIn(client, 'incoming_organisations', file, pieces)
  const changes = file.columns
    .filter(({ name }) => name !== 'id')
    .map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`)
  const list = listOf(file)
  const { rowCount } = await client.query(
    `insert into organisations (${list}) overriding system value
     select ${list} from incoming_organisations where id = $1
     on conflict (id) do update set ${changes.join(', ')}`,
    [organisation_id],
  )
  if (rowCount !== 1) throw refusal('The archive does not hold the organisation it names.')
  await client.query('update organisations set is_active = false where id = $1', [organisation_id])
}

/** People who are here already stay as they are; the others come without any password. */
export async function bringPeople(
  client: pg.Client,
  { file, pieces }: IncomingTable,
): Promise<void> {
  const columns = listOf(file)
  await client.query(`create temp table incoming_users on commit drop as
    select ${columns} from users with no data`)
  await copyIn(client, 'incoming_users', file, pieces)
  const { rows } = await client.query<{ id: number; username: string; here: string }>(
    `select i.id, i.username, u.id || ' ' || u.username as here
     from incoming_users i join users u on u.id = i.id or lower(u.username) = lower(i.username)
       or lower(u.email) = lower(i.email)
     where u.id <> i.id or lower(u.username) <> lower(i.username) limit 1`,
  )
  const [other] = rows
  if (other)
    throw refusal(
      `User ${other.id} ${other.username} of the archive is not user ${other.here} of this place.\n` +
        'Restore into an installation that has not given these numbers yet.',
    )
  await client.query(
    `insert into users (${columns}) overriding system value
     select ${columns} from incoming_users i
     where not exists (select from users u where u.id = i.id)`,
  )
}
