/** A refused file; the message tells the sender why. */
export class Unreadable extends Error {}
