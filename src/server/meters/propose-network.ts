import { normaliseIcp } from '#domain/kit/icp.ts'
import type { NetworkProposal } from '#domain/meters/meter-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const NETWORK = sql<{ name: string; hotline: string | null }, [letters: string]>`
  select name, hotline from (
    select name, hotline, 0 as place, 0::bigint as meters from networks
      where upper(icp_code) = $1 and deleted_at is null
    union all
    select power_network, max(power_hotline), 1, count(*) from meters
      where substr(icp_number, 11, 2) = $1 and power_network is not null
        and deleted_at is null group by power_network
  ) known order by place, meters desc limit 1`

/**
 * An ICP carries two letters of its network. The organisation's own list knows them, else what most
 * of its meters with the same letters say.
 */
export async function proposeNetwork(conn: Conn, icp_number: string): Promise<NetworkProposal> {
  const letters = /^\d{10}([A-Z]{2})/.exec(normaliseIcp(icp_number))?.[1]
  if (!letters) return {}
  const row = await NETWORK.one(conn, letters)
  if (!row) return {}
  return { power_network: row.name, ...(row.hotline ? { power_hotline: row.hotline } : {}) }
}
