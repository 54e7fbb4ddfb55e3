import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const hasProc = existsSync('/proc/self/stat')
const isWindows = process.platform === 'win32'

/**
 * Tells one life of a process number from another: numbers are given out again, quickly so in
 * containers. Undefined when no such process lives.
 */
export function processIdentity(pid: number): string | undefined {
  if (hasProc) return identityFromProc(pid)
  return isWindows ? askPowerShell(pid, 'CreationDate.Ticks') : askPs(pid, 'lstart=')
}

export function commandLine(pid: number): string {
  if (isWindows) return askPowerShell(pid, 'CommandLine') ?? ''
  if (!hasProc) return askPs(pid, 'command=') ?? ''
  return (read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ')
}

function identityFromProc(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The name stands in brackets and may hold anything, so fields are counted from its end:
  // the state is the first field after it, the start time the twentieth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  const boot = read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
  return `${boot} ${fields[19]}`
}

function askPs(pid: number, column: string): string | undefined {
  const result = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' })
  return result.stdout?.trim() || undefined
}

function askPowerShell(pid: number, property: string): string | undefined {
  const ask = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').${property}`
  const result = spawnSync('powershell', ['-NoProfile', '-Command', ask], { encoding: 'utf8' })
  return result.stdout?.trim() || undefined
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
