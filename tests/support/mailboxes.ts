import { reachMailboxes, startMailboxes } from '#demo/mailbox/double.ts'
import type { MailChannel } from '#server/kit/start/channel-settings.ts'
import { fetchMail } from '#server/messaging/mail/fetch-mail-job.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { jobContext } from './job-context.ts'
import { silentMail } from './smtp-sink.ts'
import type { World } from './world.ts'

/** The double of everybody's mailboxes, and a worker of this world that sends to it and reads it. */
export async function withMailboxes(world: World, more: Pick<MailChannel, 'dkim'> = {}) {
  const double = await startMailboxes({ password: 'of the tests' })
  const reach = reachMailboxes(double.ports, 'of the tests')
  const [organisation_id] = world.organisations
  const mail = { ...reach.channelOf(organisation_id), ...more }
  // The office sends by the same server.
  world.config.smtpUrl ??= silentMail
  const clock = { now: () => new Date(world.clock.now().getTime() + 11_000) }
  const config = { ...world.config, channels: { organisations: [{ organisation_id, mail }] } }
  const job = jobContext(world, { clock, config })
  const act = async (what: string, body: object) => {
    const sent = { method: 'POST', body: JSON.stringify(body) }
    return (await fetch(`${reach.controlUrl}/${what}`, sent)).json()
  }
  return {
    office: mail.address,
    mail,
    store: double.office,
    act,
    send: (message_id: number) => sendMessage.run(job, { organisation_id, message_id }),
    read: () => fetchMail.run(job, { organisation_id }),
    /** What lies in somebody's mailbox, the newest first. */
    of: async (address: string) =>
      // As the double tells it.
      (await act('mails', { address })) as { id: string; raw: string; subject: string }[],
    close: double.close,
  }
}
