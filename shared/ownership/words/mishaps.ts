/** What goes into the log where we failed. */

export const noError = "Something other than an error was thrown";

export const errorInServer = (name: string): string => `${name} in the server`;
