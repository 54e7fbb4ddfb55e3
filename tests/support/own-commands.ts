import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A command of ours, with nothing of the surroundings. */
export function runScript(script: string, args: string[], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env
  const given = { PATH, DEMO: '0', ...env }
  const done = spawnSync(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: root,
    env: given,
    encoding: 'utf8',
  })
  return { code: done.status, said: `${done.stdout}${done.stderr}` }
}

export const firstAdmin = 'jordan'

/** Makes the first person of a new server; answers their password. */
export function makeFirstAdmin(env: Record<string, string>): string {
  const given = ['--username', firstAdmin, '--email', `${firstAdmin}@example.co.nz`]
  const { said } = runScript('admin', given, env)
  return /\n\n {2}(\S.*)\n/.exec(said)?.[1] ?? ''
}

/** How a server answers the first person. */
export async function firstAdminSignsIn(url: string, password: string): Promise<number> {
  const first = await fetch(`${url}/api/v1/options`)
  const cookie = first.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const token = /csrf_token=([^;]+)/.exec(cookie)?.[1] ?? ''
  const answer = await fetch(`${url}/api/v1/user/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'x-csrf-token': token },
    body: JSON.stringify({ username: firstAdmin, password }),
  })
  return answer.status
}
