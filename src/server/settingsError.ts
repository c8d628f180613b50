/** Returns the name under which the user sets a variable: its own or, with the command `oriel`, that of an option. */
export type NameOf = (variable: string) => string;

/** Why a setting is refused. A function for a reason that names other variables. */
export type Reason = string | ((nameOf: NameOf) => string);

/** An invalid setting. The message starts with the name of its variable. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(
    readonly variable: string,
    readonly reason: Reason,
  ) {
    super(describe(variable, reason, own => own));
  }

  /** The message with the names that the user knows. */
  messageFor(nameOf: NameOf): string {
    return describe(this.variable, this.reason, nameOf);
  }
}

const describe = (variable: string, reason: Reason, nameOf: NameOf): string =>
  `${nameOf(variable)} ${typeof reason === 'string' ? reason : reason(nameOf)}`;

/** @throws SettingsError */
export function refuse(variable: string, reason: Reason): never {
  throw new SettingsError(variable, reason);
}
