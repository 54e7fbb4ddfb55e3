interface AssignedThread {
  /** Who is to look after it, and who said so. */
  name: string
  by: string
  /** With whom it is. */
  party: string
  link: string
}

/** Tells somebody that a thread is theirs now. */
export function assignedMail({ name, by, party, link }: AssignedThread) {
  return {
    subject: `${party}: a thread for you`,
    text: `Kia ora ${name}\n\n${by} asks you to look after what ${party} wrote:\n${link}\n`,
  }
}
