/**
 * The parameters of an ICU message, read by the type checker from the message's own text, so that `text('data.rows', { count })` is
 * checked where it is written. Types only; nothing of this file is left at run time.
 *
 * It walks from brace to brace: `Text` reads text until an argument or the end of a case, `Argument` one argument, `Cases` the cases of
 * a plural or select. `Open` holds one entry per case that is open, to distinguish the end of a case from the end of an argument.
 */

type Trim<S extends string> = S extends ` ${infer Rest}` ? Trim<Rest> : S extends `${infer Rest} ` ? Trim<Rest> : S;

type Text<S extends string, Open extends unknown[]> = S extends `${infer Before}{${infer After}`
  ? Before extends `${infer _End}}${infer Rest}`
    ? EndOfCase<`${Rest}{${After}`, Open>
    : Argument<After, Open>
  : S extends `${infer _End}}${infer Rest}`
    ? EndOfCase<Rest, Open>
    : // biome-ignore lint/complexity/noBannedTypes: no further parameter is the empty object type
      {};

type EndOfCase<S extends string, Open extends unknown[]> = Open extends [unknown, ...infer Outer]
  ? Cases<S, Outer>
  : // A brace that closes nothing: the message is broken, which the catalogue check reports.
    // biome-ignore lint/complexity/noBannedTypes: as above
    {};

type Argument<S extends string, Open extends unknown[]> = S extends `${infer Inner}}${infer Rest}`
  ? Inner extends `${infer Name},${infer Format}`
    ? Trim<Format> extends `plural${string}` | `selectordinal${string}`
      ? { [K in Trim<Name>]: number } & CasesAfterComma<S, Open>
      : Trim<Format> extends `select${string}`
        ? { [K in Trim<Name>]: string | boolean } & CasesAfterComma<S, Open>
        : { [K in Trim<Name>]: number } & Text<Rest, Open>
    : { [K in Trim<Inner>]: string | number | bigint } & Text<Rest, Open>
  : // biome-ignore lint/complexity/noBannedTypes: as above
    {};

/** `S` begins at the argument's name: skip "name, plural," and read the cases. */
type CasesAfterComma<S extends string, Open extends unknown[]> = S extends `${string},${string},${infer Rest}`
  ? Cases<Rest, Open>
  : unknown;

type Cases<S extends string, Open extends unknown[]> = S extends `${infer Before}{${infer After}`
  ? Before extends `${infer _End}}${infer Rest}`
    ? Text<`${Rest}{${After}`, Open>
    : Text<After, [unknown, ...Open]>
  : S extends `${infer _End}}${infer Rest}`
    ? Text<Rest, Open>
    : unknown;

type Flat<T> = { [K in keyof T]: T[K] };

/** The parameters a message needs, by name; an empty object type when it needs none. */
export type MessageParameters<Message extends string> = Flat<Text<Message, []>>;
