import { isInSet, type Words } from './imap-lines.ts'
import { isOffice, type PostOffice, type StoredMail } from './post-office.ts'

export interface ImapSession {
  office: PostOffice
  password: string
  user: string | null
  folder: string | null
  /** How many mails it was told of last. */
  seen: number
  /** The tag of the IDLE that is under way. */
  idling: string | null
  write(line: string | Buffer): void
  end(): void
}

type Command = (session: ImapSession, words: Words, isUid: boolean) => string | null

const folders = ['INBOX', 'Processed']

/** One command and its answer. */
export function obey(session: ImapSession, [tag = '*', name = '', ...words]: Words): void {
  if (session.idling && tag.toUpperCase() === 'DONE') {
    session.write(`${session.idling} OK IDLE is over\r\n`)
    session.idling = null
    return
  }
  const isUid = name.toUpperCase() === 'UID'
  const [verb = '', ...rest] = isUid ? words : [name, ...words]
  const command = commands[verb.toUpperCase()]
  const isKnown = session.user !== null || /^(LOGIN|CAPABILITY|NOOP|LOGOUT|ID)$/i.test(verb)
  if (!command || !isKnown) {
    session.write(`${tag} BAD ${isKnown ? `Nobody knows ${verb}` : 'Sign in first'}\r\n`)
    return
  }
  if (verb.toUpperCase() === 'IDLE') session.idling = tag
  const said = command(session, rest, isUid)
  if (said !== null) session.write(`${tag} ${said}\r\n`)
  if (verb.toUpperCase() === 'LOGOUT') session.end()
}

const mailsIn = ({ office, user, folder }: ImapSession) =>
  office.mails
    .filter((one) => one.mailbox === user && one.folder === folder)
    .sort((a, b) => a.uid - b.uid)

function chosen(session: ImapSession, set: string, isUid: boolean): [number, StoredMail][] {
  const mails = mailsIn(session)
  const last = isUid ? (mails.at(-1)?.uid ?? 0) : mails.length
  return mails
    .map((mail, place): [number, StoredMail] => [place + 1, mail])
    .filter(([place, mail]) => isInSet(set, isUid ? mail.uid : place, last))
}

const commands: Record<string, Command> = {
  CAPABILITY: ({ write }) => {
    write('* CAPABILITY IMAP4rev1 IDLE UIDPLUS MOVE\r\n')
    return 'OK Done'
  },
  ID: () => 'OK Done',
  NOOP: (session) => {
    session.seen = mailsIn(session).length
    if (session.folder) session.write(`* ${session.seen} EXISTS\r\n`)
    return 'OK Done'
  },
  LOGIN: (session, [user = '', password = '']) => {
    if (password !== session.password || !isOffice(user))
      return 'NO [AUTHENTICATIONFAILED] Nobody is known by that'
    session.user = user
    return 'OK [CAPABILITY IMAP4rev1 IDLE UIDPLUS MOVE] Welcome'
  },
  LOGOUT: ({ write }) => {
    write('* BYE Until later\r\n')
    return 'OK Done'
  },
  LIST: ({ write }, [, pattern = '*']) => {
    if (pattern === '') write('* LIST (\\Noselect) "/" ""\r\n')
    else
      for (const folder of folders)
        if (pattern === '*' || pattern === '%' || pattern.toUpperCase() === folder.toUpperCase())
          write(`* LIST () "/" "${folder}"\r\n`)
    return 'OK Done'
  },
  LSUB: () => 'OK Done',
  SUBSCRIBE: () => 'OK Done',
  CREATE: (_session, [name = '']) =>
    folders.includes(name) ? 'NO [ALREADYEXISTS] It is there' : 'NO There are two folders here',
  STATUS: (session, [name = 'INBOX']) => {
    const count = mailsIn({ ...session, folder: name }).length
    session.write(`* STATUS "${name}" (MESSAGES ${count} UIDNEXT ${session.office.nextUid})\r\n`)
    return 'OK Done'
  },
  SELECT: (session, [name = '']) => {
    const folder = folders.find((one) => one.toUpperCase() === name.toUpperCase())
    if (!folder) return 'NO There is no such folder'
    session.folder = folder
    session.seen = mailsIn(session).length
    session.write(`* ${session.seen} EXISTS\r\n* 0 RECENT\r\n`)
    session.write('* FLAGS (\\Seen \\Deleted)\r\n')
    session.write('* OK [PERMANENTFLAGS (\\Seen \\Deleted)] Both\r\n')
    session.write(`* OK [UIDVALIDITY ${session.office.uidValidity}] Valid\r\n`)
    session.write(`* OK [UIDNEXT ${session.office.nextUid}] Next\r\n`)
    return 'OK [READ-WRITE] Done'
  },
  SEARCH: (session, words, isUid) => {
    const set = words.find((word) => /^[\d*][\d:,*]*$/.test(word)) ?? '1:*'
    const found = chosen(session, set, true).map(([place, { uid }]) => (isUid ? uid : place))
    session.write(`* SEARCH${found.map((one) => ` ${one}`).join('')}\r\n`)
    return 'OK Done'
  },
  FETCH: (session, [set = '', items = ''], isUid) => {
    for (const [place, mail] of chosen(session, set, isUid)) writeMail(session, place, mail, items)
    return 'OK Done'
  },
  MOVE: (session, [set = '', name = ''], isUid) => {
    const folder = folders.find((one) => one === name)
    if (!folder) return 'NO [TRYCREATE] There is no such folder'
    for (const [place, mail] of chosen(session, set, isUid).reverse()) {
      const uid = session.office.nextUid
      session.office.nextUid += 1
      const where = `COPYUID ${session.office.uidValidity} ${mail.uid} ${uid}`
      Object.assign(mail, { folder, uid })
      session.write(`* OK [${where}] Moved\r\n* ${place} EXPUNGE\r\n`)
    }
    return 'OK Done'
  },
  IDLE: (session) => {
    session.write('+ idling\r\n')
    return null
  },
  CLOSE: (session) => {
    session.folder = null
    return 'OK Done'
  },
}
commands.EXAMINE = commands.SELECT as Command // It is there, two lines above.

function writeMail(session: ImapSession, place: number, mail: StoredMail, items: string): void {
  const bytes = Buffer.from(mail.raw, 'utf8')
  const parts = [`UID ${mail.uid}`]
  if (/\bFLAGS\b/i.test(items)) parts.push('FLAGS ()')
  if (/RFC822\.SIZE/i.test(items)) parts.push(`RFC822.SIZE ${bytes.length}`)
  const wanted = /BODY(?:\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?/i.exec(items)
  if (!wanted) {
    session.write(`* ${place} FETCH (${parts.join(' ')})\r\n`)
    return
  }
  const from = Number(wanted[1] ?? 0)
  const piece = wanted[2] ? bytes.subarray(from, from + Number(wanted[2])) : bytes
  const name = wanted[2] ? `BODY[]<${from}>` : 'BODY[]'
  session.write(`* ${place} FETCH (${parts.join(' ')} ${name} {${piece.length}}\r\n`)
  session.write(piece)
  session.write(')\r\n')
}
