/** A file that is refused; the message says why, to whoever sent it. */
export class Unreadable extends Error {}
