import pg from 'pg'
import type { Config } from '#server/kit/start/config.ts'
import { refusal } from '#server/kit/start/refusal.ts'

interface AppRole {
  role: string
  password: string | undefined
  url: string
  mayChangePassword: boolean
}

interface FoundRole {
  rolsuper: boolean
  rolbypassrls: boolean
  owns: boolean
}

/** The role the server works as. It owns nothing, so no mistake of its can change a table. */
export async function ensureAppRole(client: pg.Client, wanted: AppRole): Promise<void> {
  const result = await client.query<FoundRole>(
    `select rolsuper, rolbypassrls, pg_has_role(oid, current_user, 'member') as owns
     from pg_roles where rolname = $1`,
    [wanted.role],
  )
  const found = result.rows[0]
  if (found?.rolsuper || found?.rolbypassrls) {
    throw refusal(
      `The role ${wanted.role} could look past row-level security. ` +
        'Name another one in DATABASE_APP_URL, neither superuser nor with BYPASSRLS.',
    )
  }
  if (found?.owns) {
    throw refusal(
      `The role ${wanted.role} owns the tables, or is a member of the role that does: it could change\n` +
        'what only grows. Name another one in DATABASE_APP_URL than in DATABASE_URL.',
    )
  }
  if (wanted.password === undefined) {
    if (!found) throw refusal(`The role ${wanted.role} of DATABASE_APP_URL does not exist.`)
    return
  }
  if (found && (await canSignIn(wanted.url, wanted.role, wanted.password))) return
  if (found && !wanted.mayChangePassword) throw otherPassword(wanted.role)
  const verb = found ? 'alter' : 'create'
  const name = client.escapeIdentifier(wanted.role)
  const password = client.escapeLiteral(wanted.password)
  try {
    await client.query(`${verb} role ${name} login password ${password}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error
    throw refusal(
      `The role of DATABASE_URL may not ${verb} the role ${wanted.role}.\n` +
        'Allow it (ALTER ROLE … CREATEROLE), or name an existing role in DATABASE_APP_URL.',
    )
  }
}

// Whoever changed it here would lock out the servers that work with the other one.
function otherPassword(role: string): Error {
  return refusal(
    `The role ${role} is here already, with another password than APP_ROLE_PASSWORD.\n` +
      'Set APP_ROLE_PASSWORD to that of the servers which use it, or name a role of its own in\n' +
      'DATABASE_APP_URL. To change it for all of them: npm run rotate -- --app-role',
  )
}

async function canSignIn(ownerUrl: string, role: string, password: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: appUrl(ownerUrl, password, role) })
  try {
    await client.connect()
    return true
  } catch (error) {
    // Anything else, such as too many connections, says nothing about the password.
    if (error instanceof pg.DatabaseError && /^28/.test(error.code ?? '')) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Rows may be read and written, but a table whose comment begins with "append-only" only grows,
 * and the list of migrations is not the server's to change. What does with the owner's rights the one
 * thing it is for is called by the server and by nobody else.
 */
export async function grantToApp(client: pg.Client, role: string): Promise<void> {
  const statements = await client.query<{ sql: string }>(missingGrants, [role])
  if (statements.rows.length === 0) return
  await client.query(statements.rows.map((row) => row.sql).join(';\n'))
}

// Only what differs is granted, so that an ordinary start changes nothing in the catalogue.
const missingGrants = `
with app as (
  select $1::name as role
), relations as (
  select c.oid, c.relkind, format('%I.%I', n.nspname, c.relname) as name,
    case
      when c.relkind = 'v' or (n.nspname = 'public' and c.relname = 'schema_version')
        then array['SELECT']
      when obj_description(c.oid, 'pg_class') like 'append-only%' then array['SELECT', 'INSERT']
      else array['SELECT', 'INSERT', 'UPDATE', 'DELETE']
    end as allowed
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v', 'S')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
), differing as (
  select name, verb, verb = any (allowed) as wanted
  from app, relations, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) verb
  where relkind <> 'S' and has_table_privilege(role, oid, verb) <> (verb = any (allowed))
)
select format('grant usage on schema %I to %I', nspname, role) as sql
  from app, pg_namespace where nspname in ('public', 'pgboss')
  and not has_schema_privilege(role, oid, 'USAGE')
union all
select format('grant usage, select on sequence %s to %I', name, role)
  from app, relations where relkind = 'S' and not has_sequence_privilege(role, oid, 'USAGE')
union all
select format('grant execute on function %s to %I', oid::regprocedure, role)
  from app, pg_proc where pronamespace = 'public'::regnamespace and prosecdef
  and not has_function_privilege(role, oid, 'EXECUTE')
union all
select case when wanted then format('grant %s on %s to %I', verb, name, role)
    else format('revoke %s on %s from %I', verb, name, role) end
  from app, differing`

/** The role the server works as; whoever names one of their own also keeps its password. */
export function appRoleOf({ databaseAppUrl, secrets }: Config): {
  appRole: string | undefined
  appRolePassword: string | undefined
} {
  if (!databaseAppUrl) return { appRole: undefined, appRolePassword: secrets.appRolePassword }
  return {
    appRole: decodeURIComponent(new URL(databaseAppUrl).username),
    appRolePassword: undefined,
  }
}

/** The address of the same database for the role the application works as. */
export function appUrl(ownerUrl: string, password: string, role = 'app_rw'): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = encodeURIComponent(password)
  return url.href
}
