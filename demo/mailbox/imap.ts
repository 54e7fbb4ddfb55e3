import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { type ImapSession, obey } from './imap-commands.ts'
import { commandsIn } from './imap-lines.ts'
import type { PostOffice } from './post-office.ts'

interface Options {
  office: PostOffice
  password: string
  onChange(): void
}

/** As much of IMAP4rev1 as a program needs that reads a mailbox: IDLE, UIDPLUS and MOVE included. */
export async function startImap({ office, password, onChange }: Options) {
  const sessions = new Set<ImapSession>()
  const server = createServer((socket: Socket) => {
    const session: ImapSession = {
      office,
      password,
      user: null,
      folder: null,
      seen: 0,
      idling: null,
      write: (line) => void (socket.writable && socket.write(line)),
      end: () => socket.end(),
    }
    sessions.add(session)
    socket.on('error', () => undefined)
    socket.on('close', () => sessions.delete(session))
    session.write('* OK [CAPABILITY IMAP4rev1 IDLE UIDPLUS MOVE] The double is ready\r\n')
    const feed = commandsIn(
      () => session.write('+ Go on\r\n'),
      (words) => {
        obey(session, words)
        // What one moves away is gone for whoever waits beside the same folder.
        for (const other of sessions) if (other !== session) tell(other)
        onChange()
      },
    )
    socket.on('data', feed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    port,
    /** Tells whoever waits that something is new. */
    arrived(mailbox: string) {
      for (const session of sessions) if (session.user === mailbox) tell(session)
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const session of sessions) session.end()
        server.close(() => resolve())
      }),
  }
}

/** How many mails there are now, for whoever waits and was told another number. */
function tell(session: ImapSession): void {
  const { office, user, folder, idling, write } = session
  if (!idling || !folder) return
  const count = office.mails.filter((one) => one.mailbox === user && one.folder === folder).length
  for (let gone = session.seen; gone > count; gone -= 1) write('* 1 EXPUNGE\r\n')
  if (count > session.seen) write(`* ${count} EXISTS\r\n`)
  session.seen = count
}
